-- A record as version 1 of the schema wrote it, with every kind of move and event. Never changed.
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE entries (
            game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
            seq INTEGER NOT NULL,
            t REAL,
            move TEXT,
            events TEXT NOT NULL,
            PRIMARY KEY (game, seq)
        ) STRICT
        ;
INSERT INTO "entries" VALUES(1,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 5, "first": 0}]');
INSERT INTO "entries" VALUES(1,2,0.0,'{"kind": "identify", "held": 0, "card": "r5"}','[{"kind": "card_identified", "held": 0, "card": "r5"}]');
INSERT INTO "entries" VALUES(1,3,2.5,'{"kind": "identify", "held": 1, "card": "g2"}','[{"kind": "card_identified", "held": 1, "card": "g2"}]');
INSERT INTO "entries" VALUES(1,4,5.0,'{"kind": "identify", "held": 2, "card": "g3"}','[{"kind": "card_identified", "held": 2, "card": "g3"}]');
INSERT INTO "entries" VALUES(1,5,7.5,'{"kind": "identify", "held": 3, "card": "r2"}','[{"kind": "card_identified", "held": 3, "card": "r2"}]');
INSERT INTO "entries" VALUES(1,6,10.0,'{"kind": "identify", "held": 4, "card": "g1"}','[{"kind": "card_identified", "held": 4, "card": "g1"}]');
INSERT INTO "entries" VALUES(1,7,12.5,'{"kind": "identify", "held": 5, "card": "b4"}','[{"kind": "card_identified", "held": 5, "card": "b4"}]');
INSERT INTO "entries" VALUES(1,8,NULL,'{"kind": "identify", "held": 6, "card": "y3"}','[{"kind": "card_identified", "held": 6, "card": "y3"}]');
INSERT INTO "entries" VALUES(1,9,17.5,'{"kind": "identify", "held": 7, "card": "b5"}','[{"kind": "card_identified", "held": 7, "card": "b5"}]');
INSERT INTO "entries" VALUES(1,10,20.0,'{"kind": "identify", "held": 8, "card": "y5"}','[{"kind": "card_identified", "held": 8, "card": "y5"}]');
INSERT INTO "entries" VALUES(1,11,22.5,'{"kind": "identify", "held": 9, "card": "y1"}','[{"kind": "card_identified", "held": 9, "card": "y1"}]');
INSERT INTO "entries" VALUES(1,12,25.0,'{"kind": "identify", "held": 10, "card": "w3"}','[{"kind": "card_identified", "held": 10, "card": "w3"}]');
INSERT INTO "entries" VALUES(1,13,27.5,'{"kind": "identify", "held": 11, "card": "g2"}','[{"kind": "card_identified", "held": 11, "card": "g2"}]');
INSERT INTO "entries" VALUES(1,14,30.0,'{"kind": "identify", "held": 12, "card": "b2"}','[{"kind": "card_identified", "held": 12, "card": "b2"}]');
INSERT INTO "entries" VALUES(1,15,NULL,'{"kind": "identify", "held": 13, "card": "g5"}','[{"kind": "card_identified", "held": 13, "card": "g5"}]');
INSERT INTO "entries" VALUES(1,16,35.0,'{"kind": "identify", "held": 14, "card": "b1"}','[{"kind": "card_identified", "held": 14, "card": "b1"}]');
INSERT INTO "entries" VALUES(1,17,37.5,'{"kind": "identify", "held": 15, "card": "w2"}','[{"kind": "card_identified", "held": 15, "card": "w2"}]');
INSERT INTO "entries" VALUES(1,18,40.0,'{"kind": "identify", "held": 16, "card": "r2"}','[{"kind": "card_identified", "held": 16, "card": "r2"}]');
INSERT INTO "entries" VALUES(1,19,42.5,'{"kind": "identify", "held": 17, "card": "g4"}','[{"kind": "card_identified", "held": 17, "card": "g4"}]');
INSERT INTO "entries" VALUES(1,20,45.0,'{"kind": "identify", "held": 19, "card": "g3"}','[{"kind": "card_identified", "held": 19, "card": "g3"}]');
INSERT INTO "entries" VALUES(1,21,47.5,'{"kind": "clue", "seat": 0, "target": 3, "value": 1}','[{"kind": "clue_given", "seat": 0, "target": 3, "value": 1, "turn": 1, "touched": [14], "open": []}]');
INSERT INTO "entries" VALUES(1,22,NULL,'{"kind": "play", "seat": 1, "held": 4, "card": "g1"}','[{"kind": "card_played", "seat": 1, "held": 4, "slot": 0, "card": "g1"}, {"kind": "card_drawn", "seat": 1, "held": 20, "slot": 0}]');
INSERT INTO "entries" VALUES(1,23,52.5,'{"kind": "identify", "held": 20, "card": "b3"}','[{"kind": "card_identified", "held": 20, "card": "b3"}]');
INSERT INTO "entries" VALUES(1,24,55.0,'{"kind": "play", "seat": 2, "held": 11, "card": "g2"}','[{"kind": "card_played", "seat": 2, "held": 11, "slot": 3, "card": "g2"}, {"kind": "card_drawn", "seat": 2, "held": 21, "slot": 3}]');
INSERT INTO "entries" VALUES(1,25,57.5,'{"kind": "identify", "held": 21, "card": "r1"}','[{"kind": "card_identified", "held": 21, "card": "r1"}]');
INSERT INTO "entries" VALUES(1,26,60.0,'{"kind": "play", "seat": 3, "held": 14, "card": "b1"}','[{"kind": "card_played", "seat": 3, "held": 14, "slot": 2, "card": "b1"}, {"kind": "card_drawn", "seat": 3, "held": 22, "slot": 2}]');
INSERT INTO "entries" VALUES(1,27,62.5,'{"kind": "play", "seat": 4, "held": 19, "card": "g3"}','[{"kind": "card_played", "seat": 4, "held": 19, "slot": 3, "card": "g3"}, {"kind": "card_drawn", "seat": 4, "held": 23, "slot": 3}]');
INSERT INTO "entries" VALUES(1,28,65.0,'{"kind": "identify", "held": 23, "card": "y4"}','[{"kind": "card_identified", "held": 23, "card": "y4"}]');
INSERT INTO "entries" VALUES(1,29,NULL,'{"kind": "clue", "seat": 0, "target": 2, "value": 5}','[{"kind": "clue_given", "seat": 0, "target": 2, "value": 5, "turn": 6, "touched": [8], "open": []}]');
INSERT INTO "entries" VALUES(1,30,70.0,'{"kind": "clue", "seat": 1, "target": 0, "colour": "g"}','[{"kind": "clue_given", "seat": 1, "target": 0, "colour": "g", "turn": 7, "touched": [1, 2], "open": []}]');
INSERT INTO "entries" VALUES(1,31,72.5,'{"kind": "play", "seat": 2, "held": 9, "card": "y1"}','[{"kind": "card_played", "seat": 2, "held": 9, "slot": 1, "card": "y1"}, {"kind": "card_drawn", "seat": 2, "held": 24, "slot": 1}]');
INSERT INTO "entries" VALUES(1,32,75.0,'{"kind": "identify", "held": 24, "card": "w1"}','[{"kind": "card_identified", "held": 24, "card": "w1"}]');
INSERT INTO "entries" VALUES(1,33,77.5,'{"kind": "play", "seat": 3, "held": 12, "card": "b2"}','[{"kind": "card_played", "seat": 3, "held": 12, "slot": 0, "card": "b2"}, {"kind": "card_drawn", "seat": 3, "held": 25, "slot": 0}]');
INSERT INTO "entries" VALUES(1,34,80.0,'{"kind": "rearrange", "seat": 0, "order": [0, 1, 3, 2]}','[{"kind": "hand_rearranged", "seat": 0, "order": [0, 1, 3, 2]}]');
INSERT INTO "entries" VALUES(1,35,82.5,'{"kind": "play", "seat": 4, "held": 17, "card": "g4"}','[{"kind": "card_played", "seat": 4, "held": 17, "slot": 1, "card": "g4"}, {"kind": "card_drawn", "seat": 4, "held": 26, "slot": 1}]');
INSERT INTO "entries" VALUES(1,36,NULL,'{"kind": "identify", "held": 26, "card": "b3"}','[{"kind": "card_identified", "held": 26, "card": "b3"}]');
INSERT INTO "entries" VALUES(1,37,87.5,'{"kind": "clue", "seat": 0, "target": 1, "value": 4}','[{"kind": "clue_given", "seat": 0, "target": 1, "value": 4, "turn": 11, "touched": [5], "open": []}]');
INSERT INTO "entries" VALUES(1,38,90.0,'{"kind": "clue", "seat": 1, "target": 3, "colour": "b"}','[{"kind": "clue_given", "seat": 1, "target": 3, "colour": "b", "turn": 12, "touched": [], "open": [25, 22]}]');
INSERT INTO "entries" VALUES(1,39,92.5,'{"kind": "play", "seat": 2, "held": 24, "card": "w1"}','[{"kind": "card_played", "seat": 2, "held": 24, "slot": 1, "card": "w1"}, {"kind": "card_drawn", "seat": 2, "held": 27, "slot": 1}]');
INSERT INTO "entries" VALUES(1,40,95.0,'{"kind": "identify", "held": 27, "card": "w4"}','[{"kind": "card_identified", "held": 27, "card": "w4"}]');
INSERT INTO "entries" VALUES(1,41,97.5,'{"kind": "play", "seat": 3, "held": 22, "card": null}','[{"kind": "card_laid_unread", "seat": 3, "held": 22, "slot": 2}, {"kind": "card_drawn", "seat": 3, "held": 28, "slot": 2}]');
INSERT INTO "entries" VALUES(1,42,100.0,'{"kind": "play", "seat": 4, "held": 26, "card": "b3"}','[{"kind": "card_played", "seat": 4, "held": 26, "slot": 1, "card": "b3"}, {"kind": "card_drawn", "seat": 4, "held": 29, "slot": 1}]');
INSERT INTO "entries" VALUES(1,43,NULL,'{"kind": "identify", "held": 29, "card": "g1"}','[{"kind": "card_identified", "held": 29, "card": "g1"}]');
INSERT INTO "entries" VALUES(1,44,105.0,'{"kind": "clue", "seat": 0, "target": 4, "colour": "w"}','[{"kind": "clue_given", "seat": 0, "target": 4, "colour": "w", "turn": 16, "touched": [], "open": [18]}]');
INSERT INTO "entries" VALUES(1,45,107.5,'{"kind": "play", "seat": 1, "held": 5, "card": "b4"}','[{"kind": "card_played", "seat": 1, "held": 5, "slot": 1, "card": "b4"}, {"kind": "card_drawn", "seat": 1, "held": 30, "slot": 1}]');
INSERT INTO "entries" VALUES(1,46,110.0,'{"kind": "identify", "held": 30, "card": "g1"}','[{"kind": "card_identified", "held": 30, "card": "g1"}]');
INSERT INTO "entries" VALUES(1,47,112.5,'{"kind": "clue", "seat": 2, "target": 0, "value": 5}','[{"kind": "clue_given", "seat": 2, "target": 0, "value": 5, "turn": 18, "touched": [0], "open": []}]');
INSERT INTO "entries" VALUES(1,48,115.0,'{"kind": "play", "seat": 3, "held": 15, "card": "w2"}','[{"kind": "card_played", "seat": 3, "held": 15, "slot": 3, "card": "w2"}, {"kind": "card_drawn", "seat": 3, "held": 31, "slot": 3}]');
INSERT INTO "entries" VALUES(1,49,117.5,'{"kind": "identify", "held": 31, "card": "y1"}','[{"kind": "card_identified", "held": 31, "card": "y1"}]');
INSERT INTO "entries" VALUES(1,50,NULL,'{"kind": "clue", "seat": 4, "target": 0, "colour": "r"}','[{"kind": "clue_given", "seat": 4, "target": 0, "colour": "r", "turn": 20, "touched": [0, 3], "open": []}]');
INSERT INTO "entries" VALUES(1,51,122.5,'{"kind": "discard", "seat": 0, "held": 1, "card": "g2"}','[{"kind": "card_discarded", "seat": 0, "held": 1, "slot": 1, "card": "g2"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 32, "slot": 1}]');
INSERT INTO "entries" VALUES(1,52,125.0,'{"kind": "identify", "held": 32, "card": "w1"}','[{"kind": "card_identified", "held": 32, "card": "w1"}]');
INSERT INTO "entries" VALUES(1,53,127.5,'{"kind": "clue", "seat": 1, "target": 3, "colour": "g"}','[{"kind": "clue_given", "seat": 1, "target": 3, "colour": "g", "turn": 22, "touched": [13], "open": [25, 28]}]');
INSERT INTO "entries" VALUES(1,54,130.0,'{"kind": "play", "seat": 2, "held": 21, "card": "r1"}','[{"kind": "card_played", "seat": 2, "held": 21, "slot": 3, "card": "r1"}, {"kind": "card_drawn", "seat": 2, "held": 33, "slot": 3}]');
INSERT INTO "entries" VALUES(1,55,132.5,'{"kind": "identify", "held": 33, "card": "b1"}','[{"kind": "card_identified", "held": 33, "card": "b1"}]');
INSERT INTO "entries" VALUES(1,56,135.0,'{"kind": "play", "seat": 3, "held": 13, "card": "g5"}','[{"kind": "card_played", "seat": 3, "held": 13, "slot": 1, "card": "g5"}, {"kind": "firework_completed", "suit": "g"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 3, "held": 34, "slot": 1}]');
INSERT INTO "entries" VALUES(1,57,NULL,'{"kind": "identify", "held": 34, "card": "w3"}','[{"kind": "card_identified", "held": 34, "card": "w3"}]');
INSERT INTO "entries" VALUES(1,58,140.0,'{"kind": "play", "seat": 4, "held": 16, "card": "r2"}','[{"kind": "card_played", "seat": 4, "held": 16, "slot": 0, "card": "r2"}, {"kind": "card_drawn", "seat": 4, "held": 35, "slot": 0}]');
INSERT INTO "entries" VALUES(1,59,142.5,'{"kind": "identify", "held": 35, "card": "y2"}','[{"kind": "card_identified", "held": 35, "card": "y2"}]');
INSERT INTO "entries" VALUES(1,60,145.0,'{"kind": "clue", "seat": 0, "target": 3, "colour": "w"}','[{"kind": "clue_given", "seat": 0, "target": 3, "colour": "w", "turn": 26, "touched": [34], "open": [25, 28]}]');
INSERT INTO "entries" VALUES(1,61,147.5,'{"kind": "play", "seat": 1, "held": 7, "card": "b5"}','[{"kind": "card_played", "seat": 1, "held": 7, "slot": 3, "card": "b5"}, {"kind": "firework_completed", "suit": "b"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 36, "slot": 3}]');
INSERT INTO "entries" VALUES(1,62,150.0,'{"kind": "identify", "held": 36, "card": "w1"}','[{"kind": "card_identified", "held": 36, "card": "w1"}]');
INSERT INTO "entries" VALUES(1,63,152.5,'{"kind": "clue", "seat": 2, "target": 4, "colour": "r"}','[{"kind": "clue_given", "seat": 2, "target": 4, "colour": "r", "turn": 28, "touched": [], "open": [18]}]');
INSERT INTO "entries" VALUES(1,64,NULL,'{"kind": "play", "seat": 3, "held": 34, "card": "w3"}','[{"kind": "card_played", "seat": 3, "held": 34, "slot": 1, "card": "w3"}, {"kind": "card_drawn", "seat": 3, "held": 37, "slot": 1}]');
INSERT INTO "entries" VALUES(1,65,157.5,'{"kind": "play", "seat": 4, "held": 35, "card": "y2"}','[{"kind": "card_played", "seat": 4, "held": 35, "slot": 0, "card": "y2"}, {"kind": "card_drawn", "seat": 4, "held": 38, "slot": 0}]');
INSERT INTO "entries" VALUES(1,66,160.0,'{"kind": "discard", "seat": 0, "held": 2, "card": "g3"}','[{"kind": "card_discarded", "seat": 0, "held": 2, "slot": 3, "card": "g3"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 39, "slot": 3}]');
INSERT INTO "entries" VALUES(1,67,162.5,'{"kind": "identify", "held": 39, "card": "g4"}','[{"kind": "card_identified", "held": 39, "card": "g4"}]');
INSERT INTO "entries" VALUES(1,68,165.0,'{"kind": "play", "seat": 1, "held": 6, "card": "y3"}','[{"kind": "card_played", "seat": 1, "held": 6, "slot": 2, "card": "y3"}, {"kind": "card_drawn", "seat": 1, "held": 40, "slot": 2}]');
INSERT INTO "entries" VALUES(1,69,167.5,'{"kind": "identify", "held": 40, "card": "b4"}','[{"kind": "card_identified", "held": 40, "card": "b4"}]');
INSERT INTO "entries" VALUES(1,70,170.0,'{"kind": "play", "seat": 2, "held": 27, "card": "w4"}','[{"kind": "card_played", "seat": 2, "held": 27, "slot": 1, "card": "w4"}, {"kind": "card_drawn", "seat": 2, "held": 41, "slot": 1}]');
INSERT INTO "entries" VALUES(1,71,NULL,'{"kind": "identify", "held": 41, "card": "r3"}','[{"kind": "card_identified", "held": 41, "card": "r3"}]');
INSERT INTO "entries" VALUES(1,72,175.0,'{"kind": "play", "seat": 3, "held": 37, "card": "w5"}','[{"kind": "card_played", "seat": 3, "held": 37, "slot": 1, "card": "w5"}, {"kind": "firework_completed", "suit": "w"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 3, "held": 42, "slot": 1}]');
INSERT INTO "entries" VALUES(1,73,177.5,'{"kind": "identify", "held": 42, "card": "b2"}','[{"kind": "card_identified", "held": 42, "card": "b2"}]');
INSERT INTO "entries" VALUES(1,74,180.0,'{"kind": "play", "seat": 4, "held": 23, "card": "y4"}','[{"kind": "card_played", "seat": 4, "held": 23, "slot": 3, "card": "y4"}, {"kind": "card_drawn", "seat": 4, "held": 43, "slot": 3}]');
INSERT INTO "entries" VALUES(1,75,182.5,'{"kind": "discard", "seat": 0, "held": 3, "card": "r2"}','[{"kind": "card_discarded", "seat": 0, "held": 3, "slot": 2, "card": "r2"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 44, "slot": 2}]');
INSERT INTO "entries" VALUES(1,76,185.0,'{"kind": "identify", "held": 44, "card": "r4"}','[{"kind": "card_identified", "held": 44, "card": "r4"}]');
INSERT INTO "entries" VALUES(1,77,187.5,'{"kind": "clue", "seat": 1, "target": 3, "colour": "b"}','[{"kind": "clue_given", "seat": 1, "target": 3, "colour": "b", "turn": 37, "touched": [42], "open": [25, 28]}]');
INSERT INTO "entries" VALUES(1,78,NULL,'{"kind": "clue", "seat": 2, "target": 1, "value": 1}','[{"kind": "clue_given", "seat": 2, "target": 1, "value": 1, "turn": 38, "touched": [30, 36], "open": []}]');
INSERT INTO "entries" VALUES(1,79,192.5,'{"kind": "clue", "seat": 3, "target": 2, "colour": "w"}','[{"kind": "clue_given", "seat": 3, "target": 2, "colour": "w", "turn": 39, "touched": [10], "open": []}]');
INSERT INTO "entries" VALUES(1,80,195.0,'{"kind": "play", "seat": 4, "held": 43, "card": null}','[{"kind": "card_laid_unread", "seat": 4, "held": 43, "slot": 3}, {"kind": "card_drawn", "seat": 4, "held": 45, "slot": 3}]');
INSERT INTO "entries" VALUES(1,81,197.5,'{"kind": "identify", "held": 45, "card": "y2"}','[{"kind": "card_identified", "held": 45, "card": "y2"}]');
INSERT INTO "entries" VALUES(1,82,200.0,'{"kind": "play", "seat": 0, "held": 32, "card": "w1"}','[{"kind": "card_missed", "seat": 0, "held": 32, "slot": 1, "card": "w1"}, {"kind": "card_drawn", "seat": 0, "held": 46, "slot": 1}]');
INSERT INTO "entries" VALUES(1,83,202.5,'{"kind": "identify", "held": 46, "card": "y3"}','[{"kind": "card_identified", "held": 46, "card": "y3"}]');
INSERT INTO "entries" VALUES(1,84,205.0,'{"kind": "discard", "seat": 1, "held": 20, "card": "b3"}','[{"kind": "card_discarded", "seat": 1, "held": 20, "slot": 0, "card": "b3"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 47, "slot": 0}]');
INSERT INTO "entries" VALUES(1,85,NULL,'{"kind": "identify", "held": 47, "card": "y4"}','[{"kind": "card_identified", "held": 47, "card": "y4"}]');
INSERT INTO "entries" VALUES(1,86,210.0,'{"kind": "play", "seat": 2, "held": 41, "card": "r3"}','[{"kind": "card_played", "seat": 2, "held": 41, "slot": 1, "card": "r3"}, {"kind": "card_drawn", "seat": 2, "held": 48, "slot": 1}]');
INSERT INTO "entries" VALUES(1,87,212.5,'{"kind": "clue", "seat": 3, "target": 2, "colour": "g"}','[{"kind": "clue_given", "seat": 3, "target": 2, "colour": "g", "turn": 44, "touched": [], "open": [48]}]');
INSERT INTO "entries" VALUES(1,88,215.0,'{"kind": "discard", "seat": 4, "held": 29, "card": "g1"}','[{"kind": "card_discarded", "seat": 4, "held": 29, "slot": 1, "card": "g1"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 4, "held": 49, "slot": 1}, {"kind": "last_round_began"}]');
INSERT INTO "entries" VALUES(1,89,217.5,'{"kind": "identify", "held": 49, "card": "r1"}','[{"kind": "card_identified", "held": 49, "card": "r1"}]');
INSERT INTO "entries" VALUES(1,90,220.0,'{"kind": "play", "seat": 0, "held": 44, "card": "r4"}','[{"kind": "card_played", "seat": 0, "held": 44, "slot": 2, "card": "r4"}]');
INSERT INTO "entries" VALUES(1,91,222.5,'{"kind": "clue", "seat": 1, "target": 2, "value": 2}','[{"kind": "clue_given", "seat": 1, "target": 2, "value": 2, "turn": 47, "touched": [], "open": [48]}]');
INSERT INTO "entries" VALUES(1,92,NULL,'{"kind": "play", "seat": 2, "held": 8, "card": "y5"}','[{"kind": "card_played", "seat": 2, "held": 8, "slot": 0, "card": "y5"}, {"kind": "firework_completed", "suit": "y"}, {"kind": "clue_token_regained"}]');
INSERT INTO "entries" VALUES(1,93,227.5,'{"kind": "discard", "seat": 3, "held": 28, "card": null}','[{"kind": "card_discarded", "seat": 3, "held": 28, "slot": 2, "card": null}, {"kind": "clue_token_regained"}]');
INSERT INTO "entries" VALUES(1,94,230.0,'{"kind": "clue", "seat": 4, "target": 2, "colour": "r"}','[{"kind": "clue_given", "seat": 4, "target": 2, "colour": "r", "turn": 50, "touched": [], "open": [48]}, {"kind": "game_ended", "outcome": "deck_out", "seat": null}]');
INSERT INTO "entries" VALUES(2,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 2, "first": 1}]');
INSERT INTO "entries" VALUES(2,2,0.0,'{"kind": "identify", "held": 0, "card": "w1"}','[{"kind": "card_identified", "held": 0, "card": "w1"}]');
INSERT INTO "entries" VALUES(2,3,2.5,'{"kind": "identify", "held": 1, "card": "g3"}','[{"kind": "card_identified", "held": 1, "card": "g3"}]');
INSERT INTO "entries" VALUES(2,4,5.0,'{"kind": "identify", "held": 2, "card": "g2"}','[{"kind": "card_identified", "held": 2, "card": "g2"}]');
INSERT INTO "entries" VALUES(2,5,7.5,'{"kind": "identify", "held": 3, "card": "y3"}','[{"kind": "card_identified", "held": 3, "card": "y3"}]');
INSERT INTO "entries" VALUES(2,6,10.0,'{"kind": "identify", "held": 4, "card": "b4"}','[{"kind": "card_identified", "held": 4, "card": "b4"}]');
INSERT INTO "entries" VALUES(2,7,12.5,'{"kind": "identify", "held": 5, "card": "g1"}','[{"kind": "card_identified", "held": 5, "card": "g1"}]');
INSERT INTO "entries" VALUES(2,8,NULL,'{"kind": "identify", "held": 6, "card": "r1"}','[{"kind": "card_identified", "held": 6, "card": "r1"}]');
INSERT INTO "entries" VALUES(2,9,17.5,'{"kind": "identify", "held": 8, "card": "r4"}','[{"kind": "card_identified", "held": 8, "card": "r4"}]');
INSERT INTO "entries" VALUES(2,10,20.0,'{"kind": "identify", "held": 9, "card": "r4"}','[{"kind": "card_identified", "held": 9, "card": "r4"}]');
INSERT INTO "entries" VALUES(2,11,22.5,'{"kind": "play", "seat": 1, "held": 6, "card": "r1"}','[{"kind": "card_played", "seat": 1, "held": 6, "slot": 1, "card": "r1"}, {"kind": "card_drawn", "seat": 1, "held": 10, "slot": 1}]');
INSERT INTO "entries" VALUES(2,12,25.0,'{"kind": "identify", "held": 10, "card": "y1"}','[{"kind": "card_identified", "held": 10, "card": "y1"}]');
INSERT INTO "entries" VALUES(2,13,27.5,'{"kind": "play", "seat": 0, "held": 0, "card": "w1"}','[{"kind": "card_played", "seat": 0, "held": 0, "slot": 0, "card": "w1"}, {"kind": "card_drawn", "seat": 0, "held": 11, "slot": 0}]');
INSERT INTO "entries" VALUES(2,14,30.0,'{"kind": "identify", "held": 11, "card": "g1"}','[{"kind": "card_identified", "held": 11, "card": "g1"}]');
INSERT INTO "entries" VALUES(2,15,NULL,'{"kind": "play", "seat": 1, "held": 5, "card": "g1"}','[{"kind": "card_played", "seat": 1, "held": 5, "slot": 0, "card": "g1"}, {"kind": "card_drawn", "seat": 1, "held": 12, "slot": 0}]');
INSERT INTO "entries" VALUES(2,16,35.0,'{"kind": "identify", "held": 12, "card": "b1"}','[{"kind": "card_identified", "held": 12, "card": "b1"}]');
INSERT INTO "entries" VALUES(2,17,37.5,'{"kind": "play", "seat": 0, "held": 2, "card": "g2"}','[{"kind": "card_played", "seat": 0, "held": 2, "slot": 2, "card": "g2"}, {"kind": "card_drawn", "seat": 0, "held": 13, "slot": 2}]');
INSERT INTO "entries" VALUES(2,18,40.0,'{"kind": "play", "seat": 1, "held": 12, "card": "b1"}','[{"kind": "card_played", "seat": 1, "held": 12, "slot": 0, "card": "b1"}, {"kind": "card_drawn", "seat": 1, "held": 14, "slot": 0}]');
INSERT INTO "entries" VALUES(2,19,42.5,'{"kind": "identify", "held": 14, "card": "b3"}','[{"kind": "card_identified", "held": 14, "card": "b3"}]');
INSERT INTO "entries" VALUES(2,20,45.0,'{"kind": "clue", "seat": 0, "target": 1, "colour": "g"}','[{"kind": "clue_given", "seat": 0, "target": 1, "colour": "g", "turn": 6, "touched": [], "open": [7]}]');
INSERT INTO "entries" VALUES(2,21,47.5,'{"kind": "play", "seat": 1, "held": 10, "card": "y1"}','[{"kind": "card_played", "seat": 1, "held": 10, "slot": 1, "card": "y1"}, {"kind": "card_drawn", "seat": 1, "held": 15, "slot": 1}]');
INSERT INTO "entries" VALUES(2,22,NULL,'{"kind": "identify", "held": 15, "card": "b4"}','[{"kind": "card_identified", "held": 15, "card": "b4"}]');
INSERT INTO "entries" VALUES(2,23,52.5,'{"kind": "clue", "seat": 0, "target": 1, "value": 3}','[{"kind": "clue_given", "seat": 0, "target": 1, "value": 3, "turn": 8, "touched": [14], "open": [7]}]');
INSERT INTO "entries" VALUES(2,24,55.0,'{"kind": "discard", "seat": 1, "held": 7, "card": "b3"}','[{"kind": "card_discarded", "seat": 1, "held": 7, "slot": 2, "card": "b3"}, {"kind": "clue_token_regained"}, {"kind": "clue_faulted", "turn": 6, "rule": "empty_clue"}, {"kind": "clue_settled", "turn": 8, "touched": [14, 7]}, {"kind": "card_drawn", "seat": 1, "held": 16, "slot": 2}]');
INSERT INTO "entries" VALUES(2,25,57.5,'{"kind": "play", "seat": 0, "held": 1, "card": "g3"}','[{"kind": "card_played", "seat": 0, "held": 1, "slot": 1, "card": "g3"}, {"kind": "card_drawn", "seat": 0, "held": 17, "slot": 1}]');
INSERT INTO "entries" VALUES(2,26,60.0,'{"kind": "identify", "held": 17, "card": "y4"}','[{"kind": "card_identified", "held": 17, "card": "y4"}]');
INSERT INTO "entries" VALUES(2,27,62.5,'{"kind": "clue", "seat": 1, "target": 0, "colour": "y"}','[{"kind": "clue_given", "seat": 1, "target": 0, "colour": "y", "turn": 11, "touched": [17, 3], "open": [13]}]');
INSERT INTO "entries" VALUES(2,28,65.0,'{"kind": "discard", "seat": 0, "held": 4, "card": "b4"}','[{"kind": "card_discarded", "seat": 0, "held": 4, "slot": 4, "card": "b4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 18, "slot": 4}]');
INSERT INTO "entries" VALUES(2,29,NULL,'{"kind": "identify", "held": 18, "card": "r2"}','[{"kind": "card_identified", "held": 18, "card": "r2"}]');
INSERT INTO "entries" VALUES(2,30,70.0,'{"kind": "clue", "seat": 1, "target": 0, "value": 1}','[{"kind": "clue_given", "seat": 1, "target": 0, "value": 1, "turn": 13, "touched": [11], "open": [13]}]');
INSERT INTO "entries" VALUES(2,31,72.5,'{"kind": "play", "seat": 0, "held": 18, "card": "r2"}','[{"kind": "card_played", "seat": 0, "held": 18, "slot": 4, "card": "r2"}, {"kind": "card_drawn", "seat": 0, "held": 19, "slot": 4}]');
INSERT INTO "entries" VALUES(2,32,75.0,'{"kind": "identify", "held": 19, "card": "w1"}','[{"kind": "card_identified", "held": 19, "card": "w1"}]');
INSERT INTO "entries" VALUES(2,33,77.5,'{"kind": "clue", "seat": 1, "target": 0, "colour": "g"}','[{"kind": "clue_given", "seat": 1, "target": 0, "colour": "g", "turn": 15, "touched": [11], "open": [13]}]');
INSERT INTO "entries" VALUES(2,34,80.0,'{"kind": "play", "seat": 0, "held": 19, "card": "w1"}','[{"kind": "card_missed", "seat": 0, "held": 19, "slot": 4, "card": "w1"}, {"kind": "card_drawn", "seat": 0, "held": 20, "slot": 4}]');
INSERT INTO "entries" VALUES(2,35,82.5,'{"kind": "identify", "held": 20, "card": "w3"}','[{"kind": "card_identified", "held": 20, "card": "w3"}]');
INSERT INTO "entries" VALUES(2,36,NULL,'{"kind": "play", "seat": 1, "held": 16, "card": "r3"}','[{"kind": "card_played", "seat": 1, "held": 16, "slot": 2, "card": "r3"}, {"kind": "card_drawn", "seat": 1, "held": 21, "slot": 2}]');
INSERT INTO "entries" VALUES(2,37,87.5,'{"kind": "identify", "held": 21, "card": "b1"}','[{"kind": "card_identified", "held": 21, "card": "b1"}]');
INSERT INTO "entries" VALUES(2,38,90.0,'{"kind": "discard", "seat": 0, "held": 17, "card": "y4"}','[{"kind": "card_discarded", "seat": 0, "held": 17, "slot": 1, "card": "y4"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 22, "slot": 1}]');
INSERT INTO "entries" VALUES(2,39,92.5,'{"kind": "identify", "held": 22, "card": "y3"}','[{"kind": "card_identified", "held": 22, "card": "y3"}]');
INSERT INTO "entries" VALUES(2,40,95.0,'{"kind": "play", "seat": 1, "held": 8, "card": "r4"}','[{"kind": "card_played", "seat": 1, "held": 8, "slot": 3, "card": "r4"}, {"kind": "card_drawn", "seat": 1, "held": 23, "slot": 3}]');
INSERT INTO "entries" VALUES(2,41,97.5,'{"kind": "identify", "held": 23, "card": "r3"}','[{"kind": "card_identified", "held": 23, "card": "r3"}]');
INSERT INTO "entries" VALUES(2,42,100.0,'{"kind": "discard", "seat": 0, "held": 11, "card": "g1"}','[{"kind": "card_discarded", "seat": 0, "held": 11, "slot": 0, "card": "g1"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 0, "held": 24, "slot": 0}]');
INSERT INTO "entries" VALUES(2,43,NULL,'{"kind": "clue", "seat": 1, "target": 0, "value": 1}','[{"kind": "clue_given", "seat": 1, "target": 0, "value": 1, "turn": 21, "touched": [], "open": [24, 13]}]');
INSERT INTO "entries" VALUES(2,44,105.0,'{"kind": "clue", "seat": 0, "target": 1, "value": 3}','[{"kind": "clue_given", "seat": 0, "target": 1, "value": 3, "turn": 22, "touched": [14, 23], "open": []}]');
INSERT INTO "entries" VALUES(2,45,107.5,'{"kind": "terminate", "seat": 0}','[{"kind": "game_ended", "outcome": "terminated", "seat": 0}]');
INSERT INTO "entries" VALUES(3,1,0.0,NULL,'[{"kind": "game_started", "ruleset": {"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}, "players": 3, "first": 2}]');
INSERT INTO "entries" VALUES(3,2,0.0,'{"kind": "identify", "held": 0, "card": "w2"}','[{"kind": "card_identified", "held": 0, "card": "w2"}]');
INSERT INTO "entries" VALUES(3,3,2.5,'{"kind": "identify", "held": 2, "card": "y1"}','[{"kind": "card_identified", "held": 2, "card": "y1"}]');
INSERT INTO "entries" VALUES(3,4,5.0,'{"kind": "identify", "held": 3, "card": "g1"}','[{"kind": "card_identified", "held": 3, "card": "g1"}]');
INSERT INTO "entries" VALUES(3,5,7.5,'{"kind": "identify", "held": 5, "card": "y4"}','[{"kind": "card_identified", "held": 5, "card": "y4"}]');
INSERT INTO "entries" VALUES(3,6,10.0,'{"kind": "identify", "held": 6, "card": "g4"}','[{"kind": "card_identified", "held": 6, "card": "g4"}]');
INSERT INTO "entries" VALUES(3,7,12.5,'{"kind": "identify", "held": 7, "card": "w5"}','[{"kind": "card_identified", "held": 7, "card": "w5"}]');
INSERT INTO "entries" VALUES(3,8,NULL,'{"kind": "identify", "held": 8, "card": "y4"}','[{"kind": "card_identified", "held": 8, "card": "y4"}]');
INSERT INTO "entries" VALUES(3,9,17.5,'{"kind": "identify", "held": 9, "card": "y1"}','[{"kind": "card_identified", "held": 9, "card": "y1"}]');
INSERT INTO "entries" VALUES(3,10,20.0,'{"kind": "identify", "held": 10, "card": "r5"}','[{"kind": "card_identified", "held": 10, "card": "r5"}]');
INSERT INTO "entries" VALUES(3,11,22.5,'{"kind": "identify", "held": 11, "card": "r3"}','[{"kind": "card_identified", "held": 11, "card": "r3"}]');
INSERT INTO "entries" VALUES(3,12,25.0,'{"kind": "identify", "held": 12, "card": "y2"}','[{"kind": "card_identified", "held": 12, "card": "y2"}]');
INSERT INTO "entries" VALUES(3,13,27.5,'{"kind": "identify", "held": 13, "card": "y5"}','[{"kind": "card_identified", "held": 13, "card": "y5"}]');
INSERT INTO "entries" VALUES(3,14,30.0,'{"kind": "identify", "held": 14, "card": "b4"}','[{"kind": "card_identified", "held": 14, "card": "b4"}]');
INSERT INTO "entries" VALUES(3,15,NULL,'{"kind": "clue", "seat": 2, "target": 1, "value": 5}','[{"kind": "clue_given", "seat": 2, "target": 1, "value": 5, "turn": 1, "touched": [7], "open": []}]');
INSERT INTO "entries" VALUES(3,16,35.0,'{"kind": "play", "seat": 0, "held": 3, "card": "g1"}','[{"kind": "card_played", "seat": 0, "held": 3, "slot": 3, "card": "g1"}, {"kind": "card_drawn", "seat": 0, "held": 15, "slot": 3}]');
INSERT INTO "entries" VALUES(3,17,37.5,'{"kind": "identify", "held": 15, "card": "g1"}','[{"kind": "card_identified", "held": 15, "card": "g1"}]');
INSERT INTO "entries" VALUES(3,18,40.0,'{"kind": "clue", "seat": 1, "target": 2, "value": 5}','[{"kind": "clue_given", "seat": 1, "target": 2, "value": 5, "turn": 3, "touched": [10, 13], "open": []}]');
INSERT INTO "entries" VALUES(3,19,42.5,'{"kind": "clue", "seat": 2, "target": 0, "colour": "g"}','[{"kind": "clue_given", "seat": 2, "target": 0, "colour": "g", "turn": 4, "touched": [15], "open": [1, 4]}]');
INSERT INTO "entries" VALUES(3,20,45.0,'{"kind": "rearrange", "seat": 1, "order": [9, 5, 8, 6, 7]}','[{"kind": "hand_rearranged", "seat": 1, "order": [9, 5, 8, 6, 7]}]');
INSERT INTO "entries" VALUES(3,21,47.5,'{"kind": "play", "seat": 0, "held": 2, "card": "y1"}','[{"kind": "card_played", "seat": 0, "held": 2, "slot": 2, "card": "y1"}, {"kind": "card_drawn", "seat": 0, "held": 16, "slot": 2}]');
INSERT INTO "entries" VALUES(3,22,NULL,'{"kind": "identify", "held": 16, "card": "r2"}','[{"kind": "card_identified", "held": 16, "card": "r2"}]');
INSERT INTO "entries" VALUES(3,23,52.5,'{"kind": "discard", "seat": 1, "held": 9, "card": "y1"}','[{"kind": "card_discarded", "seat": 1, "held": 9, "slot": 0, "card": "y1"}, {"kind": "clue_token_regained"}, {"kind": "card_drawn", "seat": 1, "held": 17, "slot": 0}]');
INSERT INTO "entries" VALUES(3,24,55.0,'{"kind": "identify", "held": 17, "card": "b1"}','[{"kind": "card_identified", "held": 17, "card": "b1"}]');
CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            started TEXT NOT NULL,
            source TEXT NOT NULL,
            players INTEGER NOT NULL,
            first INTEGER NOT NULL,
            ruleset TEXT NOT NULL
        ) STRICT
        ;
INSERT INTO "games" VALUES(1,'2026-10-02T19:30:00Z','film/evening-1',5,0,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
INSERT INTO "games" VALUES(2,'2026-10-02T19:30:00Z','table',2,1,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
INSERT INTO "games" VALUES(3,'2026-10-02T19:30:00Z','table',3,2,'{"name": "standard", "suits": [{"suit": "r", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "y", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "g", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "b", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}, {"suit": "w", "copies": [3, 2, 2, 2, 1], "nameable": true, "touched_by_every_colour": false, "build": [1, 2, 3, 4, 5]}], "clue_tokens": 8, "strikes": 3, "hand_sizes": [5, 5, 4, 4], "empty_clues": false, "loss_score": "zero"}');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('games',3);
COMMIT;
