/** The words of a row's text, as rows with a `value`, without numbers and addresses. */
const wordsIn = (row: string) =>
  `json_each('[' || replace(json_quote(${row}.searchText), ' ', '","') || ']') WHERE length(value) >= 3 AND value NOT GLOB '*[0-9@]*'`

/** Counts the words of a row, one more or one less each. */
const countWords = (row: 'NEW' | 'OLD', sign: '+' | '-') =>
  sign === '+'
    ? `INSERT INTO searchWords (word, people) SELECT DISTINCT value, 1 FROM ${wordsIn(row)}
      ON CONFLICT (word) DO UPDATE SET people = people + 1;`
    : `UPDATE searchWords SET people = people - 1 WHERE word IN (SELECT value FROM ${wordsIn(row)});
    DELETE FROM searchWords WHERE people <= 0 AND word IN (SELECT value FROM ${wordsIn(row)});`

/** Each entry takes the schema one version further (`user_version`). Never change one that has been released: add another. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE revisions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    savedAt TEXT NOT NULL,
    savedBy TEXT
  ) STRICT;
  CREATE INDEX revisions_section ON revisions (section, id);

  CREATE TABLE registrations (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    emailKey TEXT NOT NULL UNIQUE,
    company TEXT NOT NULL DEFAULT '',
    position TEXT NOT NULL DEFAULT '',
    phone TEXT NOT NULL DEFAULT '',
    acceptsMarketing INTEGER NOT NULL DEFAULT 0 CHECK (acceptsMarketing IN (0, 1)),
    registrationDate TEXT NOT NULL,
    isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
    notes TEXT NOT NULL DEFAULT '',
    searchText TEXT NOT NULL
  ) STRICT;
  CREATE INDEX registrations_date ON registrations (registrationDate, id);
  CREATE INDEX registrations_counts ON registrations (isConfirmed, acceptsMarketing);

  CREATE TABLE users (
    id TEXT PRIMARY KEY,
    email TEXT NOT NULL,
    emailKey TEXT NOT NULL UNIQUE,
    passwordHash TEXT NOT NULL,
    name TEXT NOT NULL,
    role TEXT NOT NULL DEFAULT 'admin' CHECK (role IN ('user', 'admin')),
    isActive INTEGER NOT NULL DEFAULT 1 CHECK (isActive IN (0, 1)),
    createdAt TEXT NOT NULL,
    updatedAt TEXT NOT NULL,
    lastLoginAt TEXT
  ) STRICT;

  -- The column names in snake case are the session library's; times in it are Unix seconds.
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX sessions_expires ON sessions (expires_at);
  CREATE INDEX sessions_user ON sessions (user_id);

  -- Counters of the login rate limiter, in the form its library expects; expire in Unix milliseconds.
  CREATE TABLE limits (
    key TEXT PRIMARY KEY,
    points INTEGER NOT NULL DEFAULT 0,
    expire INTEGER
  ) STRICT;
  `,
  `
  -- Who did what. No names, e-mails or texts: a deleted person is in here by id alone.
  CREATE TABLE audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    action TEXT NOT NULL,
    userId TEXT,
    role TEXT,
    subject TEXT,
    subjectId TEXT,
    revision INTEGER
  ) STRICT;
  CREATE INDEX audit_at ON audit (at);
  CREATE INDEX audit_action ON audit (action, id);
  `,
  `
  -- What was agreed to, and when (ISO 8601 in UTC); null for who did not, and for registrations from before.
  ALTER TABLE registrations ADD COLUMN consentText TEXT;
  ALTER TABLE registrations ADD COLUMN consentDate TEXT;
  ALTER TABLE registrations ADD COLUMN idempotencyKey TEXT;
  CREATE UNIQUE INDEX registrations_idempotency ON registrations (idempotencyKey) WHERE idempotencyKey IS NOT NULL;
  `,
  `
  -- Holds what a search looks at, so that it need not read whole rows: half the time at 100,000.
  DROP INDEX registrations_date;
  CREATE INDEX registrations_search ON registrations (registrationDate, id, searchText, isConfirmed);
  `,
  `
  -- Who cancelled keeps the row. The token is the address of a registration's own page, 22 characters of 64, 132 random
  -- bits; it is kept as it is, for it has to be sent again.
  ALTER TABLE registrations ADD COLUMN status TEXT NOT NULL DEFAULT 'registered'
    CHECK (status IN ('registered', 'waitlisted', 'cancelled'));
  ALTER TABLE registrations ADD COLUMN token TEXT;
  ALTER TABLE registrations ADD COLUMN wantsReminders INTEGER NOT NULL DEFAULT 1 CHECK (wantsReminders IN (0, 1));
  UPDATE registrations SET token = ${Array.from({ length: 22 }, () => "substr('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', (random() & 63) + 1, 1)").join(' || ')};
  CREATE UNIQUE INDEX registrations_token ON registrations (token);

  -- What is to be sent and what was. The text is made when it is sent; times are ISO 8601 in UTC. The Message-ID is the
  -- same for each attempt, so that a mail that arrives twice is known as one.
  CREATE TABLE mails (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    registrationId TEXT NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    name TEXT NOT NULL,
    searchText TEXT NOT NULL,
    messageId TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    response TEXT,
    createdAt TEXT NOT NULL,
    nextAt TEXT NOT NULL,
    sentAt TEXT
  ) STRICT;
  CREATE INDEX mails_due ON mails (nextAt) WHERE status = 'queued';
  CREATE INDEX mails_registration ON mails (registrationId, kind, createdAt);
  CREATE INDEX mails_date ON mails (createdAt, id);
  CREATE INDEX mails_status ON mails (status);

  -- What was sent to everybody at once and must not be again: reminders by event day, and since when there was a restore.
  CREATE TABLE mailMarks (name TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT;
  `,
  `
  -- From here on an empty title of the form follows the conference's name. Until now it stood for these very words, and
  -- pages keep theirs.
  UPDATE revisions SET value = json_set(value, '$.modalTitle', 'Registro - Conferencia 2025')
    WHERE section = 'registrationForm' AND json_extract(value, '$.modalTitle') = '';
  `,
  `
  -- The revision that a section had before: 0 for its default, null where that is not known. So that history can tell
  -- the first save of a section from the oldest that is kept.
  ALTER TABLE revisions ADD COLUMN previous INTEGER;
  UPDATE revisions SET previous =
    (SELECT max(older.id) FROM revisions AS older WHERE older.section = revisions.section AND older.id < revisions.id);
  UPDATE revisions SET previous = 0
    WHERE previous IS NULL AND (SELECT count(*) FROM revisions AS others WHERE others.section = revisions.section) < 200;
  CREATE INDEX revisions_saved ON revisions (section, savedAt, id);
  `,
  `
  -- Deleted registrations: the whole row of each and its mails, as JSON, so that no query over registrations tells of them.
  CREATE TABLE trash (
    id TEXT PRIMARY KEY,
    row TEXT NOT NULL CHECK (json_valid(row)),
    mails TEXT NOT NULL CHECK (json_valid(mails)),
    deletedAt TEXT NOT NULL,
    deletedBy TEXT
  ) STRICT;
  CREATE INDEX trash_deleted ON trash (deletedAt);
  `,
  `
  -- A keyed hash of the address that a failed sign-in came from. Failures of accounts that do not exist are counted apart.
  ALTER TABLE audit ADD COLUMN source TEXT;
  DROP INDEX audit_action;
  CREATE INDEX audit_action ON audit (action, (userId IS NULL), id);
  `,
  `
  -- Who waits for a place, and in which order. How many stand how is kept by triggers, whoever writes: it is asked for
  -- with each registration.
  ALTER TABLE registrations ADD COLUMN waitingNumber INTEGER;
  CREATE INDEX registrations_waiting ON registrations (waitingNumber) WHERE status = 'waitlisted';
  UPDATE registrations SET waitingNumber = place FROM
    (SELECT id AS waiting, row_number() OVER (ORDER BY registrationDate, id) AS place FROM registrations WHERE status = 'waitlisted')
    WHERE id = waiting;

  CREATE TABLE statusCounts (status TEXT PRIMARY KEY, people INTEGER NOT NULL) STRICT;
  INSERT INTO statusCounts
    SELECT column1, (SELECT count(*) FROM registrations WHERE status = column1)
    FROM (VALUES ('registered'), ('waitlisted'), ('cancelled'));
  CREATE TRIGGER registrations_added AFTER INSERT ON registrations BEGIN
    UPDATE statusCounts SET people = people + 1 WHERE status = NEW.status;
  END;
  CREATE TRIGGER registrations_removed AFTER DELETE ON registrations BEGIN
    UPDATE statusCounts SET people = people - 1 WHERE status = OLD.status;
  END;
  CREATE TRIGGER registrations_moved AFTER UPDATE OF status ON registrations WHEN NEW.status <> OLD.status BEGIN
    UPDATE statusCounts SET people = people - 1 WHERE status = OLD.status;
    UPDATE statusCounts SET people = people + 1 WHERE status = NEW.status;
  END;
  `,
  `
  -- What everybody who is registered was told at once: when (ISO 8601 in UTC, the createdAt of its mails), by whom, in
  -- which words, and what the event was by then ({ eventDate, endTime, location }). One that was stopped told nothing.
  CREATE TABLE announcements (
    at TEXT PRIMARY KEY,
    by TEXT,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (json_valid(facts)),
    stoppedAt TEXT
  ) STRICT;
  -- What goes to everybody waits behind what somebody is waiting for.
  DROP INDEX mails_due;
  CREATE INDEX mails_due ON mails (kind IN ('changed', 'reminder'), nextAt) WHERE status = 'queued';
  `,
  `
  -- What the organisers note for themselves, beside what a visitor commented, which is in the notes.
  ALTER TABLE registrations ADD COLUMN staffNotes TEXT NOT NULL DEFAULT '';
  UPDATE trash SET row = json_set(row, '$.staffNotes', '');

  -- A search finds phone numbers however they are written, and knows where words begin and end.
  UPDATE registrations SET searchText = ' ' || searchText || ' ' || coalesce((
    WITH RECURSIVE places (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM places WHERE at < length(phone))
    SELECT group_concat(substr(phone, at, 1), '' ORDER BY at) FROM places WHERE substr(phone, at, 1) BETWEEN '0' AND '9'
  ), '') || ' ';
  `,
  `
  -- The words of names and companies, and how many have each: what a mistyped word may stand for. Kept by triggers, whoever
  -- writes. What has a digit or an @ is a number or an address.
  CREATE TABLE searchWords (word TEXT PRIMARY KEY, people INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER registrations_words_added AFTER INSERT ON registrations BEGIN
    ${countWords('NEW', '+')}
  END;
  CREATE TRIGGER registrations_words_removed AFTER DELETE ON registrations BEGIN
    ${countWords('OLD', '-')}
  END;
  CREATE TRIGGER registrations_words_changed AFTER UPDATE OF searchText ON registrations WHEN NEW.searchText <> OLD.searchText BEGIN
    ${countWords('OLD', '-')}
    ${countWords('NEW', '+')}
  END;
  INSERT INTO searchWords (word, people)
    SELECT value, count(DISTINCT registrations.id) FROM registrations, ${wordsIn('registrations')} GROUP BY value;

  -- Holds what a search and a status look at.
  DROP INDEX registrations_search;
  CREATE INDEX registrations_search ON registrations (registrationDate, id, searchText, isConfirmed, status);
  CREATE INDEX registrations_name ON registrations (lower(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(name, 'ñ', 'n~'), 'Ñ', 'N~'), 'á', 'a'), 'Á', 'A'), 'é', 'e'), 'É', 'E'), 'í', 'i'), 'Í', 'I'), 'ó', 'o'), 'Ó', 'O'), 'ú', 'u'), 'Ú', 'U'), 'ü', 'u'), 'Ü', 'U'), 'à', 'a'), 'è', 'e'), 'ò', 'o'), 'ä', 'a'), 'ö', 'o'), 'â', 'a'), 'ê', 'e'), 'ô', 'o'), 'ç', 'c'), 'Ç', 'C')), id, searchText, isConfirmed, status);
  `,
  `
  -- The background on which an uploaded picture can be seen, for logos that leave it open.
  CREATE TABLE logoBackgrounds (
    address TEXT PRIMARY KEY,
    background TEXT NOT NULL CHECK (background IN ('light', 'dark'))
  ) STRICT;
  `,
  `
  -- How far the queueing of an announcement's mails has come: the rowid of who was queued last, newest registrations first.
  -- Null when all are queued.
  ALTER TABLE announcements ADD COLUMN reached INTEGER;
  `,
  `
  -- Who cancelled on their own page kept a number in the waiting list.
  UPDATE registrations SET waitingNumber = NULL WHERE status <> 'waitlisted' AND waitingNumber IS NOT NULL;
  `,
]
