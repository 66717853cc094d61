-- A record as version 6 of the schema wrote it, with a game in which phones hold seats. Never changed.
PRAGMA user_version = 6;
BEGIN TRANSACTION;
CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            t REAL,
            move TEXT,
            events TEXT NOT NULL, seen TEXT, amendment TEXT,
            PRIMARY KEY (game, seq)
        ) STRICT
        ;
INSERT INTO "entries" VALUES(1,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(1,2,1.0,'{"kind": "clue", "seat": 0, "target": 1, "value": 1}','[{"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}]',NULL,NULL);
INSERT INTO "entries" VALUES(1,3,2.0,'{"kind": "play", "seat": 1, "held": 5, "card": "r1"}','[{"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(1,4,3.0,'{"kind": "play", "seat": 0, "held": 0, "card": "b3"}','[{"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(1,5,4.0,'{"kind": "discard", "seat": 1, "held": 6, "card": "w4"}','[{"kind": "card_discarded", "seat": 1, "held": 6, "slot": 1, "card": "w4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 1}]',NULL,NULL);
INSERT INTO "entries" VALUES(1,6,6.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}, {"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}, {"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}, {"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}, {"kind": "card_discarded", "seat": 1, "held": 6, "slot": 1, "card": "w4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 1}]',NULL,'{"change": "paused", "who": "seat 0", "at": "2026-10-02T19:30:00Z", "turn": null, "correction": null, "replaced": null, "steps": [{"t": 1.0, "move": {"kind": "clue", "seat": 0, "target": 1, "value": 1}, "events": 1}, {"t": 2.0, "move": {"kind": "play", "seat": 1, "held": 5, "card": "r1"}, "events": 2}, {"t": 3.0, "move": {"kind": "play", "seat": 0, "held": 0, "card": "b3"}, "events": 2}, {"t": 4.0, "move": {"kind": "discard", "seat": 1, "held": 6, "card": "w4"}, "events": 3}]}');
INSERT INTO "entries" VALUES(1,7,60.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}, {"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}, {"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}, {"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}, {"kind": "card_discarded", "seat": 1, "held": 6, "slot": 1, "card": "w4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 1}]',NULL,'{"change": "resumed", "who": "panel", "at": "2026-10-02T19:30:00Z", "turn": null, "correction": null, "replaced": null, "steps": [{"t": 1.0, "move": {"kind": "clue", "seat": 0, "target": 1, "value": 1}, "events": 1}, {"t": 2.0, "move": {"kind": "play", "seat": 1, "held": 5, "card": "r1"}, "events": 2}, {"t": 3.0, "move": {"kind": "play", "seat": 0, "held": 0, "card": "b3"}, "events": 2}, {"t": 4.0, "move": {"kind": "discard", "seat": 1, "held": 6, "card": "w4"}, "events": 3}]}');
INSERT INTO "entries" VALUES(1,8,61.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}, {"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}, {"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}, {"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}]',NULL,'{"change": "taken_back", "who": "public", "at": "2026-10-02T19:30:00Z", "turn": 4, "correction": null, "replaced": "seat 1 discard w4 from slot 1", "steps": [{"t": 1.0, "move": {"kind": "clue", "seat": 0, "target": 1, "value": 1}, "events": 1}, {"t": 2.0, "move": {"kind": "play", "seat": 1, "held": 5, "card": "r1"}, "events": 2}, {"t": 3.0, "move": {"kind": "play", "seat": 0, "held": 0, "card": "b3"}, "events": 2}]}');
INSERT INTO "entries" VALUES(1,9,62.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}, {"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}, {"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}, {"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}, {"kind": "card_discarded", "seat": 1, "held": 6, "slot": 1, "card": "w4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 1}]',NULL,'{"change": "redone", "who": "public", "at": "2026-10-02T19:30:00Z", "turn": 4, "correction": null, "replaced": null, "steps": [{"t": 1.0, "move": {"kind": "clue", "seat": 0, "target": 1, "value": 1}, "events": 1}, {"t": 2.0, "move": {"kind": "play", "seat": 1, "held": 5, "card": "r1"}, "events": 2}, {"t": 3.0, "move": {"kind": "play", "seat": 0, "held": 0, "card": "b3"}, "events": 2}, {"t": 4.0, "move": {"kind": "discard", "seat": 1, "held": 6, "card": "w4"}, "events": 3}]}');
INSERT INTO "entries" VALUES(1,10,63.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}, {"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}, {"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "y1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 0}, {"kind": "card_missed", "seat": 0, "held": 0, "slot": 0, "card": "b3"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}, {"kind": "card_discarded", "seat": 1, "held": 6, "slot": 1, "card": "w4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 1}]',NULL,'{"change": "corrected", "who": "seat 1", "at": "2026-10-02T19:30:00Z", "turn": 2, "correction": {"kind": "face", "turn": 2, "card": "y1"}, "replaced": "seat 1 play r1 from slot 0", "steps": [{"t": 1.0, "move": {"kind": "clue", "seat": 0, "target": 1, "value": 1}, "events": 1}, {"t": 2.0, "move": {"kind": "play", "seat": 1, "held": 5, "card": "y1"}, "events": 2}, {"t": 3.0, "move": {"kind": "play", "seat": 0, "held": 0, "card": "b3"}, "events": 2}, {"t": 4.0, "move": {"kind": "discard", "seat": 1, "held": 6, "card": "w4"}, "events": 3}]}');
INSERT INTO "entries" VALUES(2,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(2,2,1.0,'{"kind": "play", "seat": 0, "held": 0, "card": "g1"}','[{"kind": "card_played", "seat": 0, "held": 0, "slot": 0, "card": "g1"}, {"kind": "card_drawn", "seat": 0, "held": 10, "slot": 0}]','["g1", "g3"]',NULL);
INSERT INTO "entries" VALUES(2,3,2.0,'{"kind": "play", "seat": 1, "held": 5, "card": "g2"}','[{"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "g2"}, {"kind": "card_drawn", "seat": 1, "held": 11, "slot": 0}]','["g1", "g3"]',NULL);
INSERT INTO "entries" VALUES(2,4,3.0,'{"kind": "terminate", "seat": null}','[{"kind": "game_ended", "outcome": "terminated", "seat": null}]','["g1", "g3"]',NULL);
INSERT INTO "entries" VALUES(2,5,NULL,'{"kind": "lay_down"}','[{"kind": "hands_laid_down"}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,2,0.0,NULL,'[]',NULL,'{"change": "seated", "who": "", "at": "2026-11-23T19:00:00Z", "turn": null, "correction": null, "replaced": null, "steps": [], "seating": {"seats": [{"seat": 0, "phone": "phone-1", "holding": "holding-1", "name": "Ann", "sits": true}, {"seat": 1, "phone": "phone-2", "holding": "holding-2", "name": "", "sits": false}], "onlookers": [], "shown": [{"phone": "phone-1", "views": [0]}]}}');
INSERT INTO "entries" VALUES(3,3,1.0,NULL,'[]',NULL,'{"change": "seated", "who": "Bo, now seat 1, with the yes of seat 0", "at": "2026-11-23T19:01:00Z", "turn": null, "correction": null, "replaced": null, "steps": [], "seating": {"seats": [{"seat": 0, "phone": "phone-1", "holding": "holding-1", "name": "Ann", "sits": true}, {"seat": 1, "phone": "phone-3", "holding": "holding-3", "name": "Bo", "sits": false}], "onlookers": [], "shown": [{"phone": "phone-1", "views": [0]}]}}');
INSERT INTO "entries" VALUES(3,4,2.0,NULL,'[]',NULL,'{"change": "seated", "who": "", "at": "2026-11-23T19:01:05Z", "turn": null, "correction": null, "replaced": null, "steps": [], "seating": {"seats": [{"seat": 0, "phone": "phone-1", "holding": "holding-1", "name": "Ann", "sits": true}, {"seat": 1, "phone": "phone-3", "holding": "holding-3", "name": "Bo", "sits": true}], "onlookers": [], "shown": [{"phone": "phone-1", "views": [0]}, {"phone": "phone-3", "views": [1]}]}}');
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL,
            source TEXT NOT NULL,
            players INTEGER NOT NULL,
            first INTEGER NOT NULL,
            ruleset TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "games" VALUES(1,'2026-10-02T19:30:00Z','table',2,0,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
INSERT INTO "games" VALUES(2,'2026-10-02T19:30:00Z','demo:7',2,0,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
INSERT INTO "games" VALUES(3,'2026-11-23T19:00:00Z','table',2,0,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
CREATE TABLE hana_games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "hana_games" VALUES(1,'2026-11-20T19:30:00Z');
INSERT INTO "hana_games" VALUES(2,'2026-11-20T20:30:00Z');
CREATE TABLE hana_steps (
            game INTEGER NOT NULL REFERENCES hana_games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            step TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT
        ;
INSERT INTO "hana_steps" VALUES(1,1,'2026-11-20T19:30:00Z','{"kind": "began", "options": {"chart": "rulebook", "method": "simplified", "weak_hand": false, "weak_pile": false, "rain_ruins_viewing": false, "chaff_zero": false, "ten_card_hand": false, "willow": "plain", "joker": true, "early_stop": false, "ribbons_stack": false, "drinking_replaces": false, "yaku": {}, "deals": 12, "direction": "anticlockwise", "after_draw": "same_dealer", "four_in_hand": "play_on"}, "players": 2, "dealer": 1}');
INSERT INTO "hana_steps" VALUES(1,2,'2026-11-20T19:31:00Z','{"kind": "shown", "seat": null, "piles": [["01-crane", "01-poem", "01-chaff1", "01-chaff2", "02-warbler", "02-poem", "02-chaff1", "02-chaff2", "03-curtain", "03-poem", "03-chaff1", "03-chaff2", "04-cuckoo", "04-red", "04-chaff1", "04-chaff2", "05-bridge", "05-red", "05-chaff1", "05-chaff2", "06-butterflies", "06-blue", "06-chaff1"], ["07-boar", "07-red", "07-chaff1", "07-chaff2", "08-moon", "08-geese", "08-chaff1", "08-chaff2", "09-cup", "09-blue", "09-chaff1", "09-chaff2", "10-deer", "10-blue", "10-chaff1", "10-chaff2", "11-rainman", "11-swallow", "11-red", "11-lightning", "12-phoenix", "12-chaff-yellow", "12-chaff2"]], "on_mat": ["12-chaff3"], "unread": [0], "inferred": ["01-crane"]}');
INSERT INTO "hana_steps" VALUES(1,3,'2026-11-20T19:31:00Z','{"kind": "put", "card": "06-chaff2", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,4,'2026-11-20T19:31:00Z','{"kind": "put", "card": "12-chaff3", "place": null}');
INSERT INTO "hana_steps" VALUES(1,5,'2026-11-20T19:31:00Z','{"kind": "taken_back"}');
INSERT INTO "hana_steps" VALUES(1,6,'2026-11-20T19:31:00Z','{"kind": "scored", "scores": [120, 144]}');
INSERT INTO "hana_steps" VALUES(1,7,'2026-11-20T19:31:00Z','{"kind": "drawn", "seat": 1}');
INSERT INTO "hana_steps" VALUES(2,1,'2026-11-20T20:30:00Z','{"kind": "began", "options": {"chart": "rulebook", "method": "simplified", "weak_hand": false, "weak_pile": false, "rain_ruins_viewing": false, "chaff_zero": false, "ten_card_hand": false, "willow": "plain", "joker": false, "early_stop": false, "ribbons_stack": false, "drinking_replaces": false, "yaku": {}, "deals": 12, "direction": "anticlockwise", "after_draw": "same_dealer", "four_in_hand": "play_on"}, "players": 4, "dealer": 0}');
CREATE TABLE remarks (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            title TEXT NOT NULL DEFAULT '',
            names TEXT NOT NULL DEFAULT '[]'
        ) STRICT
        ;
INSERT INTO "remarks" VALUES(1,'Rainy evening','["Ann", null]');
CREATE TRIGGER games_do_not_change BEFORE UPDATE ON games
        BEGIN
            SELECT RAISE(ABORT, 'a game on record does not change');
        END;
CREATE TRIGGER entries_do_not_change BEFORE UPDATE ON entries
        BEGIN
            SELECT RAISE(ABORT, 'an entry does not change');
        END;
CREATE TRIGGER entries_follow_one_another BEFORE INSERT ON entries
        WHEN new.seq IS NOT
            (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE game = new.game)
        BEGIN
            SELECT RAISE(ABORT, 'an entry follows the last one');
        END;
CREATE TRIGGER entries_go_with_their_game BEFORE DELETE ON entries
        WHEN EXISTS (SELECT 1 FROM games WHERE id = old.game)
        BEGIN
            SELECT RAISE(ABORT, 'an entry goes only with its game');
        END;
CREATE TRIGGER hana_games_do_not_change BEFORE UPDATE ON hana_games
        BEGIN
            SELECT RAISE(ABORT, 'a game on record does not change');
        END;
CREATE TRIGGER hana_steps_do_not_change BEFORE UPDATE ON hana_steps
        BEGIN
            SELECT RAISE(ABORT, 'a step does not change');
        END;
CREATE TRIGGER hana_steps_follow_one_another BEFORE INSERT ON hana_steps
        WHEN new.seq IS NOT
            (SELECT coalesce(max(seq), 0) + 1 FROM hana_steps WHERE game = new.game)
        BEGIN
            SELECT RAISE(ABORT, 'a step follows the last one');
        END;
CREATE TRIGGER hana_steps_go_with_their_game BEFORE DELETE ON hana_steps
        WHEN EXISTS (SELECT 1 FROM hana_games WHERE id = old.game)
        BEGIN
            SELECT RAISE(ABORT, 'a step goes only with its game');
        END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
INSERT INTO "sqlite_sequence" VALUES('hana_games',2);
COMMIT;
