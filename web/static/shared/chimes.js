// Short sounds, made when they are heard: no file, and no word.

const TUNES = {
  // [hertz, seconds]
  turn: [[660, 0.12], [880, 0.2]],
  fits: [[523, 0.1], [659, 0.1], [784, 0.18]],
  complete: [[523, 0.1], [659, 0.1], [784, 0.1], [1047, 0.35]],
  missed: [[220, 0.25], [165, 0.4]],
  discard: [[392, 0.14]],
  clue: [[784, 0.08], [784, 0.12]],
  warning: [[440, 0.15], [440, 0.15], [440, 0.25]],
};

let audio = null;

/** Play a tune, as loud as `volume`, 0 to 1; a browser that was not tapped yet keeps silent. */
export function chime(name, volume = 1) {
  const tune = TUNES[name];
  const Audio = globalThis.AudioContext ?? globalThis.webkitAudioContext;
  if (!tune || !Audio) return;
  audio ??= new Audio();
  if (audio.state === "suspended") audio.resume().catch(() => {});
  let at = audio.currentTime + 0.02;
  for (const [hertz, seconds] of tune) {
    const tone = new OscillatorNode(audio, { frequency: hertz, type: "triangle" });
    const level = new GainNode(audio, { gain: 0 });
    level.gain.linearRampToValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.35 * volume, at + 0.015);
    level.gain.linearRampToValueAtTime(0, at + seconds);
    tone.connect(level).connect(audio.destination);
    tone.start(at);
    tone.stop(at + seconds);
    at += seconds;
  }
}
