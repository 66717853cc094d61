-- The record that version 0.1.0 left when it was killed: a game of three in its fourth turn, played with
-- phones alone, and an evening of Hana-awase after its first deal. Never changed.
PRAGMA user_version = 4;
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
INSERT INTO "entries" VALUES(3,1,5.57080519699957221746e+00,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 3, "first": 0}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,2,6.59376763400359777733e+00,'{"kind": "identify", "held": 0, "card": "r1"}','[{"kind": "card_identified", "held": 0, "card": "r1"}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,3,6.60902585599978920072e+00,'{"kind": "clue", "seat": 0, "target": 1, "value": 1}','[{"kind": "clue_given", "seat": 0, "target": 1, "value": 1, "turn": 1, "touched": [], "open": [5, 6, 7, 8, 9]}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,4,7.13390489700395846739e+00,'{"kind": "play", "seat": 1, "held": 7, "card": "g1"}','[{"kind": "card_played", "seat": 1, "held": 7, "slot": 2, "card": "g1"}, {"kind": "card_drawn", "seat": 1, "held": 15, "slot": 2}]',NULL,NULL);
INSERT INTO "entries" VALUES(3,5,7.14547143800155,'{"kind": "clue", "seat": 2, "target": 0, "colour": "r"}','[{"kind": "clue_given", "seat": 2, "target": 0, "colour": "r", "turn": 3, "touched": [0], "open": [1, 2, 3, 4]}]',NULL,NULL);
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL,
            source TEXT NOT NULL,
            players INTEGER NOT NULL,
            first INTEGER NOT NULL,
            ruleset TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "games" VALUES(3,'2026-11-24T16:37:42Z','table',3,0,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
CREATE TABLE hana_games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "hana_games" VALUES(1,'2026-11-24T16:39:33Z');
CREATE TABLE hana_steps (
            game INTEGER NOT NULL REFERENCES hana_games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            at TEXT NOT NULL,
            step TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT
        ;
INSERT INTO "hana_steps" VALUES(1,1,'2026-11-24T16:39:33Z','{"kind": "began", "options": {"chart": "rulebook", "method": "simplified", "weak_hand": false, "weak_pile": false, "rain_ruins_viewing": false, "chaff_zero": false, "ten_card_hand": false, "willow": "plain", "joker": false, "early_stop": false, "ribbons_stack": false, "drinking_replaces": false, "yaku": {}, "deals": 12, "direction": "anticlockwise", "after_draw": "same_dealer", "four_in_hand": "play_on"}, "players": 2, "dealer": 0}');
INSERT INTO "hana_steps" VALUES(1,2,'2026-11-24T16:39:33Z','{"kind": "put", "card": "01-crane", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,3,'2026-11-24T16:39:33Z','{"kind": "put", "card": "01-poem", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,4,'2026-11-24T16:39:33Z','{"kind": "put", "card": "01-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,5,'2026-11-24T16:39:33Z','{"kind": "put", "card": "01-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,6,'2026-11-24T16:39:33Z','{"kind": "put", "card": "02-warbler", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,7,'2026-11-24T16:39:33Z','{"kind": "put", "card": "02-poem", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,8,'2026-11-24T16:39:33Z','{"kind": "put", "card": "02-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,9,'2026-11-24T16:39:33Z','{"kind": "put", "card": "02-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,10,'2026-11-24T16:39:33Z','{"kind": "put", "card": "03-curtain", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,11,'2026-11-24T16:39:33Z','{"kind": "put", "card": "03-poem", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,12,'2026-11-24T16:39:33Z','{"kind": "put", "card": "03-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,13,'2026-11-24T16:39:33Z','{"kind": "put", "card": "03-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,14,'2026-11-24T16:39:33Z','{"kind": "put", "card": "04-cuckoo", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,15,'2026-11-24T16:39:33Z','{"kind": "put", "card": "04-red", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,16,'2026-11-24T16:39:33Z','{"kind": "put", "card": "04-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,17,'2026-11-24T16:39:33Z','{"kind": "put", "card": "04-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,18,'2026-11-24T16:39:33Z','{"kind": "put", "card": "05-bridge", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,19,'2026-11-24T16:39:33Z','{"kind": "put", "card": "05-red", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,20,'2026-11-24T16:39:33Z','{"kind": "put", "card": "05-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,21,'2026-11-24T16:39:33Z','{"kind": "put", "card": "05-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,22,'2026-11-24T16:39:33Z','{"kind": "put", "card": "06-butterflies", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,23,'2026-11-24T16:39:33Z','{"kind": "put", "card": "06-blue", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,24,'2026-11-24T16:39:33Z','{"kind": "put", "card": "06-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,25,'2026-11-24T16:39:33Z','{"kind": "put", "card": "06-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,26,'2026-11-24T16:39:33Z','{"kind": "put", "card": "07-boar", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,27,'2026-11-24T16:39:33Z','{"kind": "put", "card": "07-red", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,28,'2026-11-24T16:39:33Z','{"kind": "put", "card": "07-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,29,'2026-11-24T16:39:33Z','{"kind": "put", "card": "07-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,30,'2026-11-24T16:39:33Z','{"kind": "put", "card": "08-moon", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,31,'2026-11-24T16:39:33Z','{"kind": "put", "card": "08-geese", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,32,'2026-11-24T16:39:33Z','{"kind": "put", "card": "08-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,33,'2026-11-24T16:39:33Z','{"kind": "put", "card": "08-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,34,'2026-11-24T16:39:33Z','{"kind": "put", "card": "09-cup", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,35,'2026-11-24T16:39:33Z','{"kind": "put", "card": "09-blue", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,36,'2026-11-24T16:39:33Z','{"kind": "put", "card": "09-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,37,'2026-11-24T16:39:33Z','{"kind": "put", "card": "09-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,38,'2026-11-24T16:39:33Z','{"kind": "put", "card": "10-deer", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,39,'2026-11-24T16:39:33Z','{"kind": "put", "card": "10-blue", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,40,'2026-11-24T16:39:33Z','{"kind": "put", "card": "10-chaff1", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,41,'2026-11-24T16:39:33Z','{"kind": "put", "card": "10-chaff2", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,42,'2026-11-24T16:39:33Z','{"kind": "put", "card": "11-rainman", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,43,'2026-11-24T16:39:33Z','{"kind": "put", "card": "11-swallow", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,44,'2026-11-24T16:39:33Z','{"kind": "put", "card": "11-red", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,45,'2026-11-24T16:39:33Z','{"kind": "put", "card": "11-lightning", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,46,'2026-11-24T16:39:33Z','{"kind": "put", "card": "12-phoenix", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,47,'2026-11-24T16:39:33Z','{"kind": "put", "card": "12-chaff-yellow", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,48,'2026-11-24T16:39:33Z','{"kind": "put", "card": "12-chaff2", "place": 0}');
INSERT INTO "hana_steps" VALUES(1,49,'2026-11-24T16:39:33Z','{"kind": "put", "card": "12-chaff3", "place": 1}');
INSERT INTO "hana_steps" VALUES(1,50,'2026-11-24T16:39:33Z','{"kind": "scored", "scores": [346, 218]}');
CREATE TABLE remarks (
            game INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
            title TEXT NOT NULL DEFAULT '',
            names TEXT NOT NULL DEFAULT '[]'
        ) STRICT
        ;
INSERT INTO "remarks" VALUES(3,'','["Ola", "Ion", "Sam"]');
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
INSERT INTO "sqlite_sequence" VALUES('games',6);
INSERT INTO "sqlite_sequence" VALUES('hana_games',1);
COMMIT;
