// What pages are told. Made by `make page-types` from the description of their JSON.

declare namespace Told {
  /** How the camera is aimed. */
  interface AimShown {
    /** Whether nothing is left to do. */
    good: boolean;
    /** What to do, or that nothing is left. */
    texts: Array<string>;
    /** What is known of its height and its lens. */
    camera: string;
  }

  /** A card that lies elsewhere than the record has it. */
  interface AmissCard {
    /** Its label; null where nobody can name it. */
    card: string | null;
    /** Where the record has it; null: in a hand. */
    record: "fireworks" | "discards" | null;
    /** Where it lies; null: nowhere on the mat. */
    table: "fireworks" | "discards" | null;
    /** Whose hand it belongs into, where everybody knows that. */
    seat: number | null;
  }

  /** What became of a game that was brought. */
  interface ArrivedGame {
    /** Its number on record; null: it cannot be put there. */
    game: number | null;
    /** Whether it was not on record before. */
    new: boolean;
    /** Why it cannot be; empty where it is. */
    why: string;
  }

  /** A clue as it turned out. */
  interface Audited {
    /** The turn it took. */
    turn: number;
    /** Who gave it. */
    seat: number;
    /** Who received it. */
    target: number;
    /** `r` or `3`. */
    hint: string;
    /** What became of it. */
    verdict: string;
    /** How many cards it is known to have pointed at. */
    touched: number;
    /** How many of them no clue had pointed at before. */
    new: number;
  }

  /** What is in a backup, in words. */
  interface BackupHolds {
    /** When, UTC; null: it does not say. */
    made: string | null;
    /** What is in it. */
    holds: Array<string>;
    /** What is lost when it is restored. */
    replaces: Array<string>;
  }

  /** What keeps the seat to move from any clue, or any discard. */
  interface Barred {
    clue: "game_over" | "game_runs" | "not_your_turn" | "no_such_seat" | "no_such_card" | "card_not_held" | "not_your_card" | "impossible_card" | "identity_conflict" | "clue_tokens_full" | "no_clue_tokens" | "clue_to_oneself" | "empty_clue" | "incomplete_clue" | "colour_not_nameable" | "no_such_rank" | "no_synchronised_show" | "award_due" | "no_award_due" | "tile_turned_before" | "not_what_the_tile_brings" | "not_among_the_discards" | "card_does_not_fit" | "not_a_rearrangement" | null;
    discard: "game_over" | "game_runs" | "not_your_turn" | "no_such_seat" | "no_such_card" | "card_not_held" | "not_your_card" | "impossible_card" | "identity_conflict" | "clue_tokens_full" | "no_clue_tokens" | "clue_to_oneself" | "empty_clue" | "incomplete_clue" | "colour_not_nameable" | "no_such_rank" | "no_synchronised_show" | "award_due" | "no_award_due" | "tile_turned_before" | "not_what_the_tile_brings" | "not_among_the_discards" | "card_does_not_fit" | "not_a_rearrangement" | null;
  }

  /** What the camera sees. */
  interface CameraShown {
    /** What is well and what is not. */
    ticks: Array<TickShown>;
    /** Of the mat, and of each rack of which any is seen. */
    tags: Array<TagsShown>;
    /** Whether only the mat may be shown. */
    masked: boolean;
    /** How the camera is aimed; null where no mat is seen, or hands are hidden. */
    aim: AimShown | null;
    /** Whether there is one. */
    picture: boolean;
  }

  /** A card of a photo that may be a firework card. */
  interface CardInPhoto {
    /** Which it is; null: nobody can tell. */
    label: string | null;
    /** Of the mat, as `fireworks:2`; empty where there is none. */
    zone: string;
    /** Pixels, clockwise from the card's top left. */
    corners: Array<Array<number>>;
    /** The labels that it may have, the name that it was given first. */
    likely: Array<string>;
  }

  /** A card in a hand as one reader may see it. */
  interface CardView {
    /** The card's place in the order of dealing. */
    id: number;
    /** From 0; 0 is the left-most seen from the table's middle. */
    slot: number;
    /** The label; null for the owner and the public, and where nobody knows it. */
    face: string | null;
    /** What it was pointed at for, `r` or `3`, in the order told. */
    clues: Array<string>;
    /** The labels that its owner, who reads this, can still consider for it; null for others, and where nobody is reminded of that. */
    may: Array<string> | null;
  }

  /** A chart of yaku. */
  interface ChartShown {
    name: string;
    title: string;
    yaku: Array<YakuOfChart>;
  }

  /** What the giver of a clue may know of it before he gives it. */
  interface ClueChecked {
    /** Always. */
    ok: true;
    /** Pending where not all of the cards are known. */
    verdict: "legal" | "pending";
    /** The slots that it is known to touch. */
    touched: Array<number>;
    /** The slots of cards that nobody knows. */
    unknown: Array<number>;
  }

  /** The seat to move and whom it may give some clue. */
  interface ClueOffer {
    giver: number;
    targets: Array<number>;
  }

  type Correction = { kind: "face"; turn: number; card: string } | { kind: "instead"; turn: number; deed: { kind: "play"; slot: number; card: string | null } | { kind: "discard"; slot: number; card: string | null } | { kind: "clue"; target: number; colour: "r" | "y" | "g" | "b" | "w" | "m" | "k" } | { kind: "clue"; target: number; value: number } } | { kind: "missed"; turn: number; deed: { kind: "play"; slot: number; card: string | null } | { kind: "discard"; slot: number; card: string | null } | { kind: "clue"; target: number; colour: "r" | "y" | "g" | "b" | "w" | "m" | "k" } | { kind: "clue"; target: number; value: number } } | { kind: "never"; turn: number } | { kind: "tile"; turn: number; tile: "clue_token" | "mended_fuse" | "colour_clue" | "rank_clue" | "return" | "rescue"; card?: string | null };

  /** Something that can be put right. */
  interface CorrectionChoice {
    /** What to send. */
    correction: Correction;
    /** What it says, as a sentence. */
    text: string;
    /** What it changes, as a sentence. */
    effect: string;
    /** Whether it names a card as one that the eyes thought of. */
    likely: boolean;
  }

  /** What can be put right in a turn. */
  interface CorrectionChoices {
    choices: Array<CorrectionChoice>;
  }

  /** How far a deck is learnt from photos, and which decks are learnt already. */
  interface DeckLessonShown {
    stage: "idle" | "photo" | "check" | "done";
    deck: string;
    pages: Array<PhotoPage>;
    learnt: Array<number>;
    wanted: number | null;
    text: string;
    fault: string | null;
    doubts: Array<PhotoDoubt>;
    photo: OutlinedPhoto | null;
    reading: Array<number>;
    writing: boolean;
    decks: Array<string>;
  }

  /** How record and table differ; `why` is a sentence. */
  interface Differing {
    record: MatSide;
    table: MatSide;
    amiss: Array<AmissCard>;
    why?: string | null;
  }

  /** A display with its sentences. */
  interface DisplayShown {
    /** Null where nothing was to be seen. */
    score: number | null;
    /** The band of the score. */
    rating: string | null;
    /** The score as a sentence. */
    text: string;
    /** One for each suit; empty where nothing was to be seen. */
    fireworks: Array<HeightShown>;
    /** What nobody can be sure of, in sentences. */
    doubts: Array<string>;
  }

  /** An edition and what it stands for. */
  interface EditionShown {
    name: string;
    title: string;
    about: string;
    values: Record<string, string | number | boolean>;
  }

  /** What the list of games says of one; only `game` and `damaged` where it is damaged. */
  interface FiledGame {
    game: number;
    damaged: boolean;
    over?: boolean;
    started?: string | null;
    title?: string;
    names?: Array<string | null>;
    players?: number;
    ruleset?: string;
    turns?: number;
    outcome?: "perfect" | "strikeout" | "deck_out" | "failed" | "terminated" | "unfinished";
    score?: number | null;
    played?: number;
  }

  /** The games on record, oldest first, and groups of them. */
  interface FiledGames {
    games: Array<FiledGame>;
    groups: Array<GroupFigures>;
  }

  /** A film of an evening. */
  interface FilmShown {
    /** Of its folder. */
    name: string;
    /** When. */
    began: string;
    /** How large; null as long as the hands on it are hidden. */
    megabytes: number | null;
  }

  /** The evenings kept as films. */
  interface FilmsShown {
    films: Array<FilmShown>;
  }

  /** One firework: how many of its cards lie there, of how many, and which is next. */
  interface FireworkView {
    suit: "r" | "y" | "g" | "b" | "w" | "m" | "k";
    height: number;
    length: number;
    nameable: boolean;
    top: number | null;
    next_rank: number | null;
    copies: Array<number>;
    lost: number | null;
    costs: number;
  }

  /** Which game the table plays. */
  interface GameServed {
    /** The one that this companion serves. */
    game: string;
    /** Whether a game of it runs, which another choice would interrupt. */
    running: boolean;
  }

  /** A game as one reader may see it. */
  interface GameView {
    /** The seat, null for the public. */
    reader: number | null;
    /** How many. */
    players: number;
    /** Its name. */
    ruleset: string;
    /** How people behave at this table, as `conduct` has it. */
    manners: Manners;
    /** What is played with beside the base game, as `expansions` has it. */
    expansions: Array<string>;
    /** Whether a clue may point at no card. */
    empty_clues: boolean;
    /** Whether only a complete display counts. */
    all_or_nothing: boolean;
    /** Whether the colour of a card may be named before it is played. */
    synchronised_show: boolean;
    /** The seat that has an award tile to turn; null: nobody has. */
    award: number | null;
    /** The award tiles turned so far by name; null: nobody said which one it was. */
    tiles: Array<"clue_token" | "mended_fuse" | "colour_clue" | "rank_clue" | "return" | "rescue" | null>;
    /** Cards that were played without anybody reading them: they are not in the score. */
    unread: number;
    /** One for each suit. */
    fireworks: Array<FireworkView>;
    /** Labels in the order laid, null where nobody could read one. */
    discards: Array<string | null>;
    /** Available, and how many there are in all. */
    clue_tokens: [number, number];
    /** Misplays, and how many lose the game. */
    strikes: [number, number];
    /** Cards left to draw. */
    deck: number;
    /** The number of the turn about to be taken. */
    turn: number;
    /** The seat that takes it; null when the game is over. */
    to_move: number | null;
    /** Turns until the end once the last card is drawn. */
    turns_left: number | null;
    /** What a clue can say, `r` or `3`: colours that can be named, then ranks. */
    clues: Array<string>;
    /** One for each seat. */
    hands: Array<Array<CardView>>;
    /** What each clue about each hand touches; null for the hands whose faces the reader may not see, once the game is over, and for whoever only looks on. */
    hints: Array<HintsView | null>;
    /** The faces of which the reader does not see every copy on the table and in hands. */
    unseen: Array<string>;
    /** The turns taken, as scripts are told them. */
    log: Array<TurnTaken>;
    /** The points, null for a loss that counts nothing. */
    score: number | null;
    /** Cards on fireworks. */
    played: number;
    /** The best score that the discards still allow. */
    reachable: number;
    /** How the game ended; null while it runs. */
    outcome: "perfect" | "strikeout" | "deck_out" | "failed" | "terminated" | "unfinished" | null;
    /** Whether it ended in a loss. */
    lost: boolean;
    /** The band of the final score; null while it runs and after a loss. */
    rating: string | null;
  }

  /** What became of the games that were brought. */
  interface GamesBrought {
    games: Array<ArrivedGame>;
  }

  /** The finished games of the same people, with as many players and for as many points. */
  interface GroupFigures {
    /** Who played, sorted; empty where it isn't known of every seat. */
    names: Array<string>;
    /** How many. */
    players: number;
    /** The points of a complete display. */
    best: number;
    /** The numbers of the games, oldest first. */
    games: Array<number>;
    /** What each brought; a loss that counts nothing is 0. */
    scores: Array<number>;
    /** Of the scores. */
    mean: number;
    /** The highest of them. */
    top: number;
    /** How many displays were complete. */
    perfect: number;
    /** How many games were lost. */
    lost: number;
    /** For each game, on average. */
    misplays: number;
    /** Cards played for each clue, on average; null where no clue was given. */
    efficiency: number | null;
    /** What a turn took in the middle of all games; null where no clock says it. */
    seconds: number | null;
  }

  /** A card with its names. */
  interface HanaCard {
    label: "01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3";
    name: string;
    month: number;
    kind: string;
  }

  /** All cards. */
  interface HanaCards {
    /** With their names. */
    cards: Array<HanaCard>;
    /** The cards of which there is one. */
    pictures: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    /** Whether one watches. */
    camera: boolean;
    /** Whether photos can be read: a pack is learnt. */
    reads: boolean;
  }

  /** A value that an option can have. */
  interface HanaChoice {
    value: string | number | boolean;
    title: string;
  }

  /** A deal that was played. */
  interface HanaDealReviewed {
    /** Who dealt it. */
    dealer: number;
    /** What counted, by seat. */
    scores: Array<number>;
    /** The seats that scored most. */
    best: Array<number>;
    /** Whether nobody scored. */
    drawn: boolean;
    /** Who called a weak hand; null: nobody did. */
    called: number | null;
    /** By seat; none where it was drawn. */
    piles: Array<PileAgain>;
    /** Who paid whom; only by the traditional method. */
    payments: Array<string>;
    /** Its half turns as sentences; none where nobody followed it. */
    told: Array<string>;
  }

  /** What a list of games says of one; without the rest where it is damaged. */
  interface HanaGameShown {
    /** Its number on record. */
    game: number;
    /** When. */
    started: string;
    /** Whether it cannot be read. */
    damaged?: boolean;
    /** How many. */
    players?: number;
    /** Of scoring. */
    method?: "simplified" | "traditional";
    /** Of yaku, by name. */
    chart?: string;
    /** The scores of each. */
    deals?: Array<Array<number>>;
    /** By seat. */
    totals?: Array<number>;
    /** Whether it is. */
    over?: boolean;
    /** The seats. */
    winners?: Array<number>;
  }

  /** What the deals of as many players by one method came to; see `HanaGroupFigures`. */
  interface HanaGroupShown {
    players: number;
    method: string;
    games: number;
    deals: number;
    drawn: number;
    mean: number | null;
    top: number | null;
    dealer_won: number;
    yaku: Array<YakuCounted>;
  }

  /** Something that happened, numbered since the program began. */
  interface HanaNews {
    number: number;
    text: string;
  }

  /** The games on record, newest first, and what they came to. */
  interface HanaPast {
    evenings: Array<HanaGameShown>;
    groups: Array<HanaGroupShown>;
  }

  /** A player's pile and what it scores. */
  interface HanaPile {
    /** In the order of months. */
    cards: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    /** Of the cards. */
    points: number;
    /** Those that it has. */
    yaku: Array<YakuShown>;
    /** Whether its yaku do not count. */
    cancelled: boolean;
    /** As they count. */
    yaku_points: number;
    /** The score by the simplified way. */
    simplified: number;
    /** The score by the traditional way, so far while a deal is followed; null where that is refused. */
    traditional: number | null;
    /** The yaku for which one card is missing. */
    short: Array<YakuShown>;
  }

  /** Where a deal stands that is followed card by card. */
  interface HanaPlay {
    /** Whether the deck's top card is to be turned next. */
    to_turn: boolean;
    /** How many cards each seat holds. */
    held: Array<number>;
    /** How many cards are left in the deck. */
    stock: number;
    /** Whether the deal is. */
    over: boolean;
    /** Whether a card was laid in it. */
    begun: boolean;
    /** Whether its piles may: the last card is laid, or the table stops with the hands. */
    may_count: boolean;
    /** For each sentence of `offers` the cards of the field. */
    takes: Array<Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">>;
  }

  /** How many play. */
  interface HanaPlayers {
    players: number;
  }

  /** An option as people are asked about it; without choices it is on or off. */
  interface HanaQuestion {
    key: string;
    title: string;
    explanation: string;
    choices: Array<HanaChoice>;
  }

  /** A game on record, looked at again. */
  interface HanaReview {
    /** Its number. */
    game: number;
    /** When. */
    started: string;
    /** How many. */
    players: number;
    /** Of scoring, in words. */
    method: string;
    /** What the chart of yaku is called. */
    chart_title: string;
    /** Each that was played. */
    deals: Array<HanaDealReviewed>;
    /** By seat. */
    totals: Array<number>;
    /** Whether the game is. */
    over: boolean;
    /** The seats; none before it is over. */
    winners: Array<number>;
    /** Who pays whom in the end; only by the traditional method. */
    settled: Array<string>;
    /** How often each yaku counted. */
    yaku: Array<YakuCounted>;
  }

  /** What a page shows of the next game's rules. */
  interface HanaRulesShown {
    /** How many. */
    players: number;
    /** What stands for each question; `yaku` are the points that differ from the chart. */
    values: Record<string, any>;
    /** The options. */
    questions: Array<HanaQuestion>;
    /** Of yaku. */
    charts: Array<ChartShown>;
    /** What people ought to know of these rules. */
    warnings: Array<string>;
    /** Why so many cannot play by them; null: they can. */
    why: string | null;
  }

  /** Everything of a view that is said in words, in one language. */
  interface HanaSentences {
    /** What stands above all else. */
    detail: string | null;
    /** What happened last, oldest first. */
    news: Array<HanaNews>;
    /** How is scored. */
    method?: string;
    /** What the chart of yaku is called. */
    chart_title?: string;
    /** What people ought to know of these rules. */
    cautions?: Array<string>;
    /** What the next card may take, where the table wants to be told. */
    offers?: Array<string>;
    /** Why cards are left on the mat; empty where none are. */
    on_mat_why?: string;
    /** What on the table does not fit the record; empty where all does. */
    differs?: string;
    /** How many cards are dealt where, until they are. */
    to_deal?: string;
    /** Why these piles do not count; empty where they do. */
    refused?: string;
    /** Of chips. */
    payments?: Array<string>;
    /** What may be wrong with the piles. */
    warnings?: Array<string>;
  }

  /** What a page of Hana-awase shows; before a game only what stands in every view. */
  interface HanaView {
    /** What stands above all else. */
    detail: string | null;
    /** What happened last, oldest first. */
    news: Array<HanaNews>;
    /** How is scored. */
    method?: string;
    /** What the chart of yaku is called. */
    chart_title?: string;
    /** What people ought to know of these rules. */
    cautions?: Array<string>;
    /** What the next card may take, where the table wants to be told. */
    offers?: Array<string>;
    /** Why cards are left on the mat; empty where none are. */
    on_mat_why?: string;
    /** What on the table does not fit the record; empty where all does. */
    differs?: string;
    /** How many cards are dealt where, until they are. */
    to_deal?: string;
    /** Why these piles do not count; empty where they do. */
    refused?: string;
    /** Of chips. */
    payments?: Array<string>;
    /** What may be wrong with the piles. */
    warnings?: Array<string>;
    /** The stage of the table. */
    phase: "lobby" | "laying" | "over";
    /** How many steps there were. */
    version: number;
    /** How many can play. */
    choices: Array<number>;
    /** The sentences of this view in every other language. */
    said_in: Record<string, HanaSentences>;
    /** Of the game on record. */
    number?: number;
    /** How many play. */
    game?: HanaPlayers;
    /** Of yaku, by name. */
    chart?: string;
    /** Whether one may be called. */
    weak_hand?: boolean;
    /** The seat. */
    dealer?: number;
    /** Whose turn it is; null: nobody's. */
    to_move?: number | null;
    /** Which, from 1. */
    deal?: number;
    /** How many there are. */
    deals?: number;
    /** Of all deals so far, by seat. */
    totals?: Array<number>;
    /** Who has won, once the game is over. */
    leaders?: Array<number>;
    /** The deals so far. */
    history?: Array<PastDealShown>;
    /** Whether there is a step to take back. */
    can_take_back?: boolean;
    /** The cards left on the mat. */
    on_mat: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    /** The cards that nobody has put anywhere. */
    missing: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    /** Where cards lie that nobody could read; null: on the mat. */
    unread: Array<number | null>;
    /** The cards that were put where the others left room. */
    inferred: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    /** One for each seat, once any card lies somewhere. */
    piles: Array<HanaPile>;
    /** What each seat would score now; empty where the piles do not count. */
    counts: Array<number>;
    /** The seats that would win. */
    best: Array<number>;
    /** Where a deal stands that is followed card by card; null: nobody follows it. */
    play?: HanaPlay | null;
    /** Whether a camera looks that will see how cards are dealt. */
    waits?: boolean;
  }

  /** A finding with its words. */
  interface HealthFinding {
    check: string;
    health: "ok" | "warning" | "wrong" | "unknown";
    says: string;
    mend: string | null;
    title: string;
    word: string;
  }

  /** What is wrong with machine, camera and deck. */
  interface HealthShown {
    findings: Array<HealthFinding>;
  }

  /** What is to be heard of one announcement. */
  interface Heard {
    /** Counted since the program began. */
    number: number;
    /** The sound for it; null: none. */
    tune: "fits" | "complete" | "missed" | "discard" | "clue" | "warning" | null;
    /** What the brief wording says; null: nothing. */
    brief: string | null;
    /** What the full wording says. */
    full: string | null;
    /** What is said beside the sounds. */
    chimes: string | null;
  }

  /** How many cards lie on a firework. */
  interface HeightShown {
    suit: "r" | "y" | "g" | "b" | "w" | "m" | "k";
    height: number;
  }

  /** What every clue about one hand says, to those who see its faces. */
  interface HintsView {
    /** For each clue, `r` or `3`, the slots of the cards that it is known to touch. */
    touched: Record<string, Array<number>>;
    /** The slots of the cards whose faces nobody knows: any clue may touch them. */
    unknown: Array<number>;
    /** The clues that are not allowed, each with the name of the rule. */
    refused: Record<string, "game_over" | "game_runs" | "not_your_turn" | "no_such_seat" | "no_such_card" | "card_not_held" | "not_your_card" | "impossible_card" | "identity_conflict" | "clue_tokens_full" | "no_clue_tokens" | "clue_to_oneself" | "empty_clue" | "incomplete_clue" | "colour_not_nameable" | "no_such_rank" | "no_synchronised_show" | "award_due" | "no_award_due" | "tile_turned_before" | "not_what_the_tile_brings" | "not_among_the_discards" | "card_does_not_fit" | "not_a_rearrangement">;
  }

  /** Who is there, and what this reader is asked. */
  interface HouseShown {
    /** Of the seats whose people said one, by seat. */
    names: Record<string, string>;
    /** The seats that have a phone. */
    held: Array<number>;
    /** Those of them whose phone shows another page, or none. */
    away: Array<number>;
    /** What those are called who see all hands. */
    onlookers: Array<string>;
    /** Who speaks. */
    voice: Speaking;
    /** Whether photos of hands can be read. */
    photos: boolean;
    /** For seats. */
    wishes: Array<OpenWish>;
    /** Which game the table plays: a page of the other one is out of date. */
    game: string;
  }

  /** The virtual panel's lamps by name, 0 dark to 1 bright, and the version of the public view. */
  interface LampsShown {
    lamps: Record<string, number>;
    version: number;
  }

  /** Where no camera watches: who may lay a card, where, and which cards fit. */
  interface LayOffer {
    seat: number;
    piles: Array<"fireworks" | "discards">;
    fit: Array<string>;
  }

  /** How far a deck is learnt, and the decks there are. */
  interface LearningShown {
    stage: "idle" | "lay" | "looking" | "done";
    deck: string;
    learnt: number;
    rows: Array<string>;
    text: string;
    fault: string | null;
    advice: Array<string>;
    decks: Array<string>;
  }

  /** An action of hanab.live's JSON. */
  interface LiveAction {
    type: number;
    target: number;
    value?: number;
  }

  /** A card of hanab.live's JSON. */
  interface LiveCard {
    suitIndex: number;
    rank: number;
  }

  /** A game in hanab.live's format. */
  interface LiveGameShown {
    players: Array<string>;
    deck: Array<LiveCard>;
    actions: Array<LiveAction>;
    options: LiveOptions;
  }

  /** Options of hanab.live's JSON. */
  interface LiveOptions {
    variant: string;
    startingPlayer?: number;
    emptyClues?: boolean;
    allOrNothing?: boolean;
  }

  /** What every page shows before a game. */
  interface Lobby {
    /** Those that are seen. */
    racks: Array<RackCount>;
    /** How many will play; null: nobody knows yet. */
    players: number | null;
    /** Its name. */
    ruleset: string;
    /** How people behave by it. */
    manners: Manners;
    /** What is played with beside the base game. */
    expansions: Array<string>;
    /** How many can be chosen to play; empty where the racks say it. */
    choices: Array<number>;
    /** How many cards each is dealt then, one number for each choice. */
    hand_sizes: Array<number>;
    /** Who will begin. */
    first: number;
    /** Whether a camera watches. */
    watched: boolean;
    /** Whether cards lie on the mat, so that none can start, however many play. */
    blocked: boolean;
    /** Whether a game can start. */
    ready: boolean;
    /** Why it cannot, as a sentence. */
    reason?: string | null;
  }

  /** A card that was needed and of which no copy was left: `points` went with it. */
  interface Loss {
    turn: number;
    seat: number;
    card: string;
    points: number;
  }

  /** Conduct that pages remind people of, and keep to themselves. */
  interface Manners {
    /** A clue's cards are shown alike, none is stressed more than another. */
    equal_emphasis: boolean;
    /** Whoever discards says so first. */
    announced_discards: boolean;
    /** What may be said besides clues. */
    talk: "strict" | "agreed" | "free";
    /** Hands may be rearranged. The record follows the cards either way. */
    rearranging: boolean;
    /** The discards may be looked through at any time. */
    browsing: boolean;
    /** Who begins. */
    first_player: "colourful" | "agreed" | "lot";
    /** Where available clue tokens lie. */
    available_tokens: "lid" | "table" | "bag";
    /** Where new cards are put. The referee goes by it where a hand was pushed up. */
    drawing: "gap" | "left" | "right";
    /** The others are told when somebody takes a card out of his own rack and puts it back. */
    reported_looks: boolean;
  }

  /** A card on the mat; null where nobody could read it. */
  interface MatCard {
    card: string | null;
    amiss: boolean;
  }

  /** The mat by the record, or as it is seen. */
  interface MatSide {
    columns: Array<Array<MatCard>>;
    discards: Array<MatCard>;
  }

  /** What puts the record right where it differs from the table. */
  interface MendingChoice {
    /** The one correction that does. */
    choice: CorrectionChoice | null;
    /** What it changes that what was taken back last counts again, as a sentence, where that is enough. */
    redo: string | null;
  }

  /** The table as it was after a turn, just before the next one. */
  interface Moment {
    /** The turn; 0 is the deal. */
    turn: number;
    /** The turn as scripts are told it; null for the deal. */
    deed: Record<string, any> | null;
    /** How long the seat took for it, breaks left out; null where no clock says it. */
    seconds: number | null;
    /** How many cards lie on each, in the order of the suits. */
    fireworks: Array<number>;
    /** The rank of the newest card of each; null where none lies. */
    tops: Array<number | null>;
    /** Labels in the order laid, null where nobody could read one. */
    discards: Array<string | null>;
    /** One for each seat. */
    hands: Array<Array<ReviewCard>>;
    /** Available. */
    clue_tokens: number;
    /** Misplays so far. */
    strikes: number;
    /** Cards left to draw. */
    deck: number;
    /** What the fireworks are worth. */
    points: number;
    /** What they could still come to. */
    reachable: number;
    /** Discards to spare; null once the deck is empty. */
    pace: number | null;
  }

  /** A colour that a seat has named for the card that it plays next. */
  interface NamedColour {
    seat: number;
    colour: "r" | "y" | "g" | "b" | "w" | "m" | "k";
  }

  /** A card to be laid: its label, and its name in words. */
  interface NamedFace {
    label: string;
    name: string;
  }

  /** A network that the machine could join. */
  interface NetworkInReach {
    /** Its SSID. */
    name: string;
    /** Its strength in per cent. */
    signal: number;
    /** Whether it wants a password. */
    secured: boolean;
    /** Whether that is all it wants. */
    joinable: boolean;
  }

  /** How the machine is reached, and what it could join. */
  interface NetworkShown {
    /** How. */
    link: "missing" | "lost" | "home" | "hotspot";
    /** Of its network; null: it has none, or is a wire. */
    name: string | null;
    /** Those in reach, the strongest first. */
    networks: Array<NetworkInReach>;
    /** The network that is being joined. */
    joining: string | null;
    /** The one that was to be joined last. */
    tried: string | null;
    /** Why it was not joined, a part of a sentence. */
    failed: string | null;
  }

  /** The rules of the next game, and all that may be chosen. */
  interface NextRules {
    base: string;
    values: Record<string, string | number | boolean>;
    editions: Array<EditionShown>;
    questions: Array<Question>;
    /** Of the ruleset. */
    name: string;
    /** What one's own rules are called. */
    own: string;
  }

  /** What this reader may tap now, by the rules and by who he is. */
  interface Offer {
    /** Who may give some clue, and to whom; null: no clue is possible. */
    clue: ClueOffer | null;
    /** Null: a camera sees what is laid, or nothing may be laid here. */
    lay: LayOffer | null;
    /** Colours to name for the card that this reader plays next. */
    name: Array<"r" | "y" | "g" | "b" | "w" | "m" | "k">;
    /** Null: none is due, or another seat's phone says which. */
    tile: TileDue | null;
    /** The seats whose cards this reader may name. */
    identify: Array<number>;
    /** Whether he may say how his own cards stand. */
    arrange: boolean;
    /** The rules that forbid any clue, or any discard. */
    barred: Barred;
  }

  /** A wish for a seat that the table has not answered. */
  interface OpenWish {
    /** Its name. */
    id: string;
    /** Of whoever wishes it, as far as he said. */
    name: string | null;
    /** Which. */
    seat: number;
    /** Whether this reader may answer. */
    yours: boolean;
  }

  /** A card in a photo: its corners clockwise from its own top left, pixels; its label if any. */
  interface OutlinedCard {
    corners: Array<Array<number>>;
    label: string | null;
  }

  /** The newest photo with its cards; `page` is its number, the sizes are pixels. */
  interface OutlinedPhoto {
    page: number;
    width: number;
    height: number;
    cards: Array<OutlinedCard>;
  }

  /** A deal that was scored, or drawn; `best` are the seats that won it. */
  interface PastDealShown {
    scores: Array<number>;
    drawn: boolean;
    best: Array<number>;
  }

  /** What is doubtful about the cards of a photo. */
  interface PhotoDoubt {
    text: string | null;
    page: number | null;
  }

  /** The cards of one photo. */
  interface PhotoPage {
    /** What the photo is called in a list. */
    text: string;
    /** Of cards, each from left to right. */
    rows: Array<Array<NamedFace>>;
  }

  /** What a photo of a display shows, and its score; `corners` are pixels of that size. */
  interface PhotoScored {
    score: number | null;
    rating: string | null;
    text: string;
    fireworks: Array<HeightShown>;
    doubts: Array<string>;
    width: number;
    height: number;
    mat: boolean;
    /** Those that the deck has. */
    suits: Array<"r" | "y" | "g" | "b" | "w" | "m" | "k">;
    cards: Array<CardInPhoto>;
  }

  /** What somebody had at the end of a deal; fields as in a pile of the running game. */
  interface PileAgain {
    cards: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
    points: number;
    yaku: Array<YakuShown>;
    yaku_points: number;
  }

  /** A refusal by RFC 9457, with the game's own fields. */
  interface Problem {
    /** Names the rule, where there is one. */
    type: string;
    /** What HTTP calls it. */
    title: string;
    /** Of HTTP. */
    status: number;
    /** One sentence for people. */
    detail: string;
    /** The rule that was broken. */
    rule?: "game_over" | "game_runs" | "not_your_turn" | "no_such_seat" | "no_such_card" | "card_not_held" | "not_your_card" | "impossible_card" | "identity_conflict" | "clue_tokens_full" | "no_clue_tokens" | "clue_to_oneself" | "empty_clue" | "incomplete_clue" | "colour_not_nameable" | "no_such_rank" | "no_synchronised_show" | "award_due" | "no_award_due" | "tile_turned_before" | "not_what_the_tile_brings" | "not_among_the_discards" | "card_does_not_fit" | "not_a_rearrangement" | null;
    /** Whether the tap was made in an older view. */
    stale?: boolean;
    /** The newest view, where it was. */
    snapshot?: Snapshot;
  }

  /** What waits for a seat's yes; a clue in its name has its fields, too. */
  interface ProposalShown {
    /** What was proposed. */
    kind: "clue" | "undo" | "redo" | "correct" | "stop";
    /** The seats of which one has to agree. */
    asks: Array<number>;
    /** Who proposed it; null: a page of no seat. */
    by: number | null;
    /** Whether this reader may agree: he is asked, or none of those has a phone any more and he proposed it. */
    yours: boolean;
    /** What he is asked, or for whose yes it waits, as a sentence. */
    says: string | null;
    /** Of a clue. */
    giver?: number;
    /** Of a clue. */
    target?: number;
    /** That a clue names. */
    colour?: "r" | "y" | "g" | "b" | "w" | "m" | "k";
    /** That a clue names. */
    value?: number;
    /** The slots that were pointed at; null: nobody said. */
    pointed?: Array<number> | null;
  }

  /** One option as people are asked about it. */
  interface Question {
    /** Its name in a ruleset's file. */
    key: string;
    /** In a few words. */
    title: string;
    /** What it changes; empty where the title says all. */
    explanation: string;
    /** The values with their words; empty where it is on or off. */
    choices: Array<[string | number | boolean, string]>;
    /** Whether it is about how people behave, and no rule of the game. */
    conduct: boolean;
  }

  /** How many cards stand in a rack. */
  interface RackCount {
    seat: number;
    cards: number;
  }

  /** What one seat alone is asked about a card in another's rack. */
  interface RackQuestionShown {
    seat: number;
    slot: number;
    options: Array<string>;
  }

  /** A card in a hand; `face` is null where nobody ever saw it. */
  interface ReviewCard {
    id: number;
    slot: number;
    face: string | null;
    clues: Array<string>;
  }

  /** A game that is over. */
  interface ReviewShown {
    ruleset: string;
    /** The suits in play and how many cards each firework has. */
    suits: Array<[string, number]>;
    /** How many there are. */
    clue_tokens: number;
    /** The misplay with this number loses. */
    fuses: number;
    /** The points that a complete display brings. */
    best: number;
    outcome: "perfect" | "strikeout" | "deck_out" | "failed" | "terminated" | "unfinished";
    score: number | null;
    /** The band of the score; null after a loss. */
    rating: string | null;
    played: number;
    /** The deal and the table after each turn. */
    moments: Array<Moment>;
    /** The turns in which a fuse burnt. */
    misplays: Array<number>;
    /** The needed cards that were lost. */
    losses: Array<Loss>;
    /** Every clue whose content was told. */
    clues: Array<Audited>;
    /** How many clues nobody has told the content of. */
    untold: number;
    /** What each seat did. */
    shares: Array<Share>;
    /** Cards on the fireworks for each clue that was paid for; null without a clue. */
    efficiency: number | null;
    /** Where the site shows it; null: a link cannot hold it. */
    link: string | null;
    /** Why the site cannot show it. */
    why: string | null;
    /** How many cards nobody saw. */
    made_up: number;
    game: number;
    damaged: boolean;
    over?: boolean;
    started?: string | null;
    title?: string;
    names?: Array<string | null>;
    players?: number;
    turns?: number;
  }

  /** What a view says in words, in another language; what is not said is missing. */
  interface SaidIn {
    detail?: string;
    notice?: string;
    reason?: string;
    why?: string;
    proposed?: string;
  }

  /** The decks that photos are read with, and whether hands are hidden: then none is read. */
  interface ScoreDecks {
    decks: Array<string>;
    hidden: boolean;
  }

  /** Where a phone is now. */
  interface SeatTaken {
    /** Its own. */
    page: string;
    /** Its own; null: none. */
    seat: number | null;
    /** Whether it is asked if it is there. */
    confirm: boolean;
  }

  /** A setting with what the file says of it. */
  interface SettingShown {
    /** Its section and name in the file. */
    key: string;
    /** In a few words. */
    title: string;
    /** What it does; empty where the title says all. */
    explanation: string;
    /** What counts where the file says nothing; null: nothing does. */
    default: string | number | boolean | null;
    /** The values with their words; empty for a number. */
    choices: Array<Array<string | number | boolean | null>>;
    /** Of a number. */
    lowest: number;
    /** Of a number. */
    highest: number;
    /** Between numbers. */
    step: number;
    /** Whether few change it: it stands behind "More". */
    rare: boolean;
    /** What the file says. */
    value: string | number | boolean | null;
  }

  /** What can be set on the page. */
  interface SettingsShown {
    settings: Array<SettingShown>;
  }

  /** What one seat did. */
  interface Share {
    /** From 0. */
    seat: number;
    /** Cards that fitted. */
    played: number;
    /** Cards that did not. */
    missed: number;
    /** Cards thrown away. */
    discarded: number;
    /** Clues given. */
    clues: number;
    /** What its turns took in the middle; null where no clock says it. */
    seconds: number | null;
    /** What its longest turn took. */
    longest: number | null;
  }

  interface Snapshot {
    version: number;
    view: TableView | Record<string, never>;
    house: HouseShown;
  }

  /** Who speaks, and how much. */
  interface Speaking {
    /** Who. */
    by: "nobody" | "table" | "here" | "another";
    /** How loud the machine at the table does, 0 to 100; null: it cannot. */
    table: number | null;
    /** How much is said. */
    wording: "brief" | "full" | "chimes";
  }

  /** The table is asked for a seat. */
  interface TableAsked {
    asked: true;
    seat: number;
  }

  /** What everybody is asked about a card that lies on the table. */
  interface TableQuestion {
    /** Where it lies. */
    place: "fireworks" | "discards";
    /** The labels to choose from; empty where only played or discarded is asked. */
    options: Array<string>;
    /** Which it is, where only played or discarded is asked. */
    card: string | null;
    /** In which it was laid, where the game has gone on since. */
    turn: number | null;
    /** The seat that has laid several, where it is asked which of the options came first. */
    first: number | null;
    /** Who laid it, where that is known. */
    seat: number | null;
    /** Where it was laid from, where that is known. */
    slot: number | null;
  }

  /** What a page shows, and what may be tapped on it. */
  interface TableView {
    /** The stage of the table. */
    phase: "lobby" | "playing" | "ending" | "over";
    /** Whether the game rests. */
    paused: boolean;
    /** What everybody is asked. */
    question: TableQuestion | null;
    /** What this reader alone is asked. */
    rack_question: RackQuestionShown | null;
    /** The colours named for the next cards. */
    named: Array<NamedColour>;
    /** What waits for a seat's yes, to those whom it concerns. */
    proposed: ProposalShown | null;
    /** The game as this reader may see it. */
    game: GameView | null;
    /** What he may tap. */
    may: Offer;
    /** The game's number on record, once its hands lie open. */
    record: number | null;
    /** How record and table differ. */
    differs: Differing | null;
    /** The tokens on the mat that lie wrong. */
    tokens: TokensAmiss | null;
    /** In sentences, oldest first. */
    news: Array<string>;
    /** The same in every other language. */
    news_in: Record<string, Array<string>>;
    /** Of each of them, whether it only tells what followed from the last. */
    small_print: Array<boolean>;
    /** What is to be heard of it. */
    aloud: Array<Heard>;
    /** What the status lamp says. */
    status: "starting" | "waiting_to_start" | "waiting_for_move" | "reading" | "cannot_see" | "please_draw" | "question" | "differs" | "paused" | "ending" | "over" | "error";
    /** What stands above all else, as a sentence. */
    detail: string | null;
    /** Why a tap of this reader's was refused later. */
    notice: string | null;
    /** The sentences of this view in every other language. */
    said_in: Record<string, SaidIn>;
    /** Whether one watches. */
    camera: "on" | "lost" | "none";
    /** Whether it sees nothing of the mat. */
    blind: boolean;
    /** Whether cards stand in racks, as far as was seen; else people hold them. */
    racks: boolean;
    /** Whether pages show the panel's buttons. */
    virtual_panel: boolean;
    /** The card of which people say whether it was played, on a table without a mat: its serial on the table, never its face. */
    pile: number | null;
    /** Whether there is something that can be taken back. */
    undo: boolean;
    /** Whether something that was taken back can be had again. */
    redo: boolean;
    /** What is shown before a game. */
    lobby: Lobby | null;
  }

  /** The tags of a part of the table, and which of them are seen. */
  interface TagsShown {
    part: string;
    seen: Array<boolean>;
  }

  /** It is done; or it waits until another seat has agreed. */
  interface TapDone {
    ok: true;
    waits?: true;
  }

  /** Something that is well with the picture, or not. */
  interface TickShown {
    tick: "camera" | "mat" | "mirrored" | "racks" | "light" | "glare";
    good: boolean;
    text: string;
  }

  /** The seat that has an award tile to turn, and which are left. */
  interface TileDue {
    seat: number;
    tiles: Array<TileShown>;
  }

  /** An award tile that may be turned. */
  interface TileShown {
    /** Its name. */
    tile: "clue_token" | "mended_fuse" | "colour_clue" | "rank_clue" | "return" | "rescue";
    /** What the clue that it brings can say. */
    clues: Array<string>;
    /** Whom this reader may tell it for. */
    targets: Array<number>;
    /** The discarded cards that can come back. */
    cards: Array<string>;
    /** Whether it can be turned without any of these. */
    may_pass: boolean;
  }

  /** The tracks of tokens where they differ from the record; null: it agrees. */
  interface TokensAmiss {
    clues: TrackDiffers | null;
    fuses: TrackDiffers | null;
  }

  /** What is there to play with. */
  interface TonightShown {
    /** That were learnt. */
    decks: Array<string>;
    /** How the table plays now; nothing where nobody has chosen yet. */
    now: Array<string>;
    /** `there` where one is, and nothing watches through it: for want of a deck, say. */
    camera: "on" | "lost" | "there" | "none";
  }

  /** Discs on a track of tokens, and how many the record expects there. */
  interface TrackDiffers {
    table: number;
    record: number;
  }

  /** Where the trial of a panel stands. */
  interface TrialShown {
    /** What is to be done. */
    state: "idle" | "done" | "lamp" | "button";
    /** What its pins say, where they cannot be used. */
    fault: string | null;
    /** What to do, as a sentence. */
    text?: string;
    /** Of the step, from 1. */
    number?: number;
    /** How many steps there are. */
    all?: number;
    /** What did not work, in sentences. */
    troubles?: Array<string>;
  }

  /** One turn as everybody is told of it, scripts too: docs/command-line.md, `companion watch`. */
  interface TurnTaken {
    /** From 1. */
    turn: number;
    /** Whose. */
    seat: number;
    /** What was done. */
    kind: "play" | "discard" | "clue";
    /** That was laid; null: nobody has read it. */
    card?: string | null;
    /** That it was laid from; null: not known. */
    slot?: number | null;
    /** Whether a played card fitted; null: not known. */
    success?: boolean | null;
    /** Who was given the clue; null: nobody told it. */
    target?: number | null;
    /** That the clue named. */
    colour?: "r" | "y" | "g" | "b" | "w" | "m" | "k";
    /** That the clue named. */
    value?: number;
    /** The slots that the clue is known to touch; null: not known. */
    touched?: Array<number> | null;
    /** Who put the clue on record, where it was not its giver. */
    by?: string;
    /** The slots that were pointed at, where the faces did not tell them. */
    pointed?: Array<number>;
  }

  /** The versions of this program on its machine, and what came of the newest wish for another. */
  interface UpdateShown {
    /** The one that runs. */
    installed: string;
    /** The one before; null: none is kept. */
    before: string | null;
    /** How far the newest wish is. */
    stage: "nothing" | "waiting" | "asked" | "under-way" | "installed" | "failed";
    /** Was wished for. */
    what: "release" | "stick" | "rollback" | null;
    /** The one that it is about. */
    version: string | null;
    /** Why it was not put in, a part of a sentence. */
    failed: string | null;
    /** The version in the file that was sent last; null: none waits. */
    ready: string | null;
    /** Whether a game is running, which another version would interrupt. */
    game_runs: boolean;
  }

  /** What choosing a way to play did. */
  interface WayChosen {
    /** Whether the companion starts anew for it. */
    anew: boolean;
    /** What it needs that is not there, as a sentence. */
    lacks: string | null;
  }

  /** What became of a wish; nulls where there is none, or it is over. */
  interface WishState {
    seat: number | null;
    granted: boolean | null;
  }

  /** How often a yaku counted. */
  interface YakuCounted {
    title: string;
    times: number;
  }

  /** A yaku and its usual points. */
  interface YakuOfChart {
    id: string;
    title: string;
    value: number;
  }

  /** A yaku that a pile has, or is short of one card for. */
  interface YakuShown {
    /** Its name in charts. */
    id: string;
    /** Points. */
    value: number;
    /** By language. */
    names: Record<string, string>;
    /** Those of it that lie in the pile. */
    cards: Array<"01-crane" | "01-poem" | "01-chaff1" | "01-chaff2" | "02-warbler" | "02-poem" | "02-chaff1" | "02-chaff2" | "03-curtain" | "03-poem" | "03-chaff1" | "03-chaff2" | "04-cuckoo" | "04-red" | "04-chaff1" | "04-chaff2" | "05-bridge" | "05-red" | "05-chaff1" | "05-chaff2" | "06-butterflies" | "06-blue" | "06-chaff1" | "06-chaff2" | "07-boar" | "07-red" | "07-chaff1" | "07-chaff2" | "08-moon" | "08-geese" | "08-chaff1" | "08-chaff2" | "09-cup" | "09-blue" | "09-chaff1" | "09-chaff2" | "10-deer" | "10-blue" | "10-chaff1" | "10-chaff2" | "11-rainman" | "11-swallow" | "11-red" | "11-lightning" | "12-phoenix" | "12-chaff-yellow" | "12-chaff2" | "12-chaff3">;
  }
}
