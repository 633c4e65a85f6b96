CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,                 -- relative to the folder of results
    digest TEXT NOT NULL,               -- of names and contents
    valid_for TEXT NOT NULL,            -- the digest of what decides what is read in it; empty after a fault of ours
    faults TEXT NOT NULL,               -- JSON: places at which checker failed
    unread TEXT NOT NULL,               -- JSON: files that could not be read
    UNIQUE (path, digest)
);
CREATE TABLE issue (                    -- what needs a person and has no record
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    student TEXT,
    file TEXT NOT NULL,
    line INTEGER,
    message TEXT NOT NULL,
    answer TEXT NOT NULL,
    owner TEXT,                         -- the student whose file was not read
    more INTEGER NOT NULL               -- answers that are only counted
);
CREATE INDEX issue_source ON issue (source);
CREATE TABLE submission (
    id INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    assignment TEXT NOT NULL,
    student TEXT NOT NULL,
    name TEXT,
    email TEXT,
    file TEXT NOT NULL,
    line INTEGER,
    time TEXT NOT NULL,                 -- when it was handed in
    is_late INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    files TEXT NOT NULL,                -- JSON: their names in a download
    other_ids TEXT NOT NULL,            -- JSON: ids that the file name may mean instead
    write_up TEXT,                      -- JSON: documents with the places of remarks
    responses TEXT NOT NULL             -- ids, one for each problem of the assignment, then answers to no column
);
CREATE INDEX submission_source ON submission (source);
CREATE TABLE response (                 -- the answers of a submission to all parts of a problem; equal ones once
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,
    problem TEXT NOT NULL,
    drawn TEXT NOT NULL,                -- JSON: the draw of the variant that was answered; empty where nothing is drawn
    texts TEXT                          -- JSON; NULL where the marks depend on more than the answers
);
CREATE TABLE marking (                  -- marks of a response, as a version of its problem gives them
    response INTEGER NOT NULL REFERENCES response ON DELETE CASCADE,
    version TEXT NOT NULL,              -- of the problem and of checker's code
    marks TEXT NOT NULL,                -- ids, one for each part
    has_fault INTEGER NOT NULL,         -- checker failed, so they are marked again next time
    PRIMARY KEY (response, version)
) WITHOUT ROWID;
CREATE TABLE mark (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,        -- of all that follows: equal results are kept once
    problem TEXT NOT NULL,
    part TEXT,
    version TEXT NOT NULL,
    status TEXT NOT NULL,
    points REAL,
    label TEXT NOT NULL,
    answer TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    review_group TEXT NOT NULL,
    is_consequence INTEGER NOT NULL,
    answer_digest TEXT NOT NULL,
    reason TEXT,                        -- JSON, where a person is needed
    record TEXT NOT NULL                -- JSON of checker.result/1 behind the student
);
CREATE VIEW answer AS                   -- who gave which responses
    SELECT submission.id AS submission, source, student, value AS response
    FROM submission, json_each('[' || responses || ']');
CREATE VIEW response_mark AS
    SELECT response, version, value AS mark FROM marking, json_each('[' || marks || ']');
CREATE VIEW unused_response AS
    SELECT id FROM response WHERE id NOT IN (SELECT response FROM answer);
CREATE VIEW unused_mark AS
    SELECT id FROM mark WHERE id NOT IN (SELECT mark FROM response_mark)
    AND id NOT IN (SELECT value FROM standing, json_each(standing, '$.marks'));
CREATE TABLE assignment (
    name TEXT PRIMARY KEY,
    description TEXT NOT NULL           -- JSON: its title, its columns, and the folder of its problems
);
CREATE TABLE standing (                 -- the grades in the views
    assignment TEXT NOT NULL,
    student TEXT NOT NULL,
    place INTEGER NOT NULL,             -- its order among the rows
    path TEXT NOT NULL,                 -- of the source, relative to the folder of results; empty without a hand-in
    standing TEXT NOT NULL,             -- JSON
    PRIMARY KEY (assignment, student)
) WITHOUT ROWID;
CREATE TABLE review_file (              -- decisions as they were read last
    submissions TEXT NOT NULL,
    name TEXT NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (submissions, name)
) WITHOUT ROWID;
CREATE TABLE run (                      -- complete runs
    id INTEGER PRIMARY KEY,
    started TEXT NOT NULL,
    ended TEXT NOT NULL,
    submissions TEXT NOT NULL,
    code TEXT NOT NULL,
    inputs TEXT NOT NULL,               -- the digest of all that went in
    outputs TEXT NOT NULL,              -- JSON: size and time of each file that was written
    summary TEXT NOT NULL               -- JSON
);
CREATE TABLE change (                   -- the history of grades
    run INTEGER NOT NULL REFERENCES run,
    assignment TEXT NOT NULL,
    student TEXT NOT NULL,
    problem TEXT,                       -- NULL: the total
    part TEXT,
    from_status TEXT,                   -- NULL: there was no such grade
    from_points REAL,
    to_status TEXT,
    to_points REAL,
    why TEXT NOT NULL
);
CREATE INDEX change_run ON change (run);
CREATE TABLE cache (                    -- what was found out about wrong answers that many gave
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE salt (                     -- random; it is made when the first student is forgotten
    salt BLOB NOT NULL
);
CREATE TABLE forgotten (                -- students whom `checker forget` removed, and whom runs leave out
    hash BLOB PRIMARY KEY,              -- salted: of an id, or of a review group that nobody else was in
    student INTEGER NOT NULL            -- the same number for all ids of one student
) WITHOUT ROWID;
CREATE TABLE left_out (                 -- sources in which such a student was left out
    source BLOB NOT NULL,               -- salted hash of the path and the digest
    student INTEGER NOT NULL,
    valid_for TEXT NOT NULL,            -- as in source
    PRIMARY KEY (source, student)
) WITHOUT ROWID;
CREATE TABLE made (                     -- files that were made from the grades, such as exports
    path TEXT PRIMARY KEY,              -- relative to the folder of results
    assignment TEXT,                    -- NULL: all
    command TEXT NOT NULL               -- JSON: its words; a path, relative to the results, is in a list
) WITHOUT ROWID;
CREATE TABLE run_input (                -- what went into the last run on each folder, to make its files again
    submissions TEXT PRIMARY KEY,
    run INTEGER NOT NULL,
    options TEXT NOT NULL,              -- JSON
    has_roster INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE run_roster (
    submissions TEXT NOT NULL REFERENCES run_input ON DELETE CASCADE,
    place INTEGER NOT NULL,
    student TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    section TEXT NOT NULL,
    other_ids TEXT NOT NULL,            -- JSON
    PRIMARY KEY (submissions, place)
) WITHOUT ROWID;
CREATE TABLE run_source (
    submissions TEXT NOT NULL REFERENCES run_input ON DELETE CASCADE,
    place INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source ON DELETE CASCADE,
    PRIMARY KEY (submissions, place)
) WITHOUT ROWID;
CREATE INDEX run_source_source ON run_source (source);
