"""What a phone sends of a photo: no more than the table takes, and no kind it cannot read."""

from playwright.sync_api import expect

from tests.web.browsing import MakePhone, join
from tests.web.real_table import PlayedTable
from web.photos import LARGEST_PHOTO

SENDS = """async () => {
  const { asSent } = await import("/static/shared/photo.js");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [3200, 1600];
  const context = canvas.getContext("2d");
  const noise = context.createImageData(canvas.width, canvas.height);
  for (let at = 0; at < noise.data.length; at += 65536)
    crypto.getRandomValues(noise.data.subarray(at, Math.min(at + 65536, noise.data.length)));
  for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
  context.putImageData(noise, 0, 0);
  const packed = (kind) => new Promise((done) => canvas.toBlob(done, kind, 0.8));
  const [large, small] = [await packed("image/png"), await packed("image/jpeg")];
  const told = async (file) => {
    const sent = await asSent(file);
    const { width, height } = await createImageBitmap(sent).catch(() => ({ width: 0, height: 0 }));
    const same = sent === file;
    return { size: file.size, same, sent: sent.size, kind: sent.type, width, height };
  };
  const other = new Blob([await small.arrayBuffer()], { type: "image/avif" });
  const broken = new Blob(["no picture"], { type: "image/heic" });
  return [await told(large), await told(small), await told(other), await told(broken)];
}"""


def test_a_photo_too_large_for_the_table_or_of_another_kind_is_drawn_anew(
    phone: MakePhone, desk: PlayedTable
) -> None:
    page = join(phone(), 0)
    expect(page.locator("#turn")).to_be_visible()
    large, small, other, broken = page.evaluate(SENDS)
    assert large["size"] > LARGEST_PHOTO
    assert large["sent"] <= LARGEST_PHOTO
    assert (large["kind"], large["width"], large["height"]) == ("image/jpeg", 3000, 1500)
    assert small["same"], "what can be sent is sent as it is"
    assert (other["same"], other["kind"]) == (False, "image/jpeg")
    assert broken["same"], "the table says what is wrong with it"
