/** Returns SQL that lists the words of a row's `searchText`, without numbers and e-mails. */
const wordsIn = (row: string) =>
  `json_each('[' || replace(json_quote(${row}.searchText), ' ', '","') || ']') WHERE length(value) >= 3 AND value NOT GLOB '*[0-9@]*'`

const countWords = (row: 'NEW' | 'OLD', sign: '+' | '-') =>
  sign === '+'
    ? `INSERT INTO searchWords (word, people) SELECT DISTINCT value, 1 FROM ${wordsIn(row)}
      ON CONFLICT (word) DO UPDATE SET people = people + 1;`
    : `UPDATE searchWords SET people = people - 1 WHERE word IN (SELECT value FROM ${wordsIn(row)});
    DELETE FROM searchWords WHERE people <= 0 AND word IN (SELECT value FROM ${wordsIn(row)});`

/** Never change these characters, because migrations use them. The present list is in `text.ts`. */
const plainSigns = [
  ...[...'’‘‛ʼʻʹʽʾʿ`´′＇ꞌ'].map((sign) => [sign, "''"]),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }),
  ...Object.entries({ ħ: 'h', ŧ: 't', ŋ: 'n', ı: 'i', ɓ: 'b', ɗ: 'd', ƙ: 'k' }),
] as const

const withPlainSigns = (table: string) =>
  `UPDATE ${table} SET searchText = ${plainSigns.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, 'searchText')}
  WHERE searchText GLOB '*[${plainSigns.map(([from]) => from).join('')}]*';`

/** `sql` runs only if the query `onlyIf` returns 1. */
export type Migration = string | { onlyIf: string; sql: string }

/** Never change a migration on main. Add another, with its hash in `migration-hashes.ts`. */
export const migrations: readonly Migration[] = [
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
  `
  -- A revision of a list holds the numbers of its items' versions (JSON, in order) and not the items: each version is here once.
  -- gone is the revision of its list that was the first without it, and bytes what a revision took.
  CREATE TABLE itemVersions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    section TEXT NOT NULL,
    item TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    gone INTEGER
  ) STRICT;
  ALTER TABLE revisions ADD COLUMN items TEXT CHECK (items IS NULL OR json_valid(items));
  ALTER TABLE revisions ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;

  -- What is no list of objects, or not written as the product writes it, stays whole.
  CREATE TEMP TABLE lists AS SELECT id, section FROM revisions
    WHERE section IN ('speakers', 'scenarios', 'events', 'partners') AND json_type(value) = 'array' AND json(value) = value
      AND NOT EXISTS (SELECT 1 FROM json_each(revisions.value) AS item WHERE item.type <> 'object');
  INSERT INTO itemVersions (section, item, value)
    SELECT DISTINCT lists.section, coalesce(item.value ->> 'id', ''), item.value
    FROM lists CROSS JOIN revisions CROSS JOIN json_each(revisions.value) AS item WHERE revisions.id = lists.id;
  CREATE INDEX itemVersions_moved ON itemVersions (section, item, value);
  UPDATE revisions SET
      items = (SELECT json_group_array(version.id ORDER BY item.key) FROM json_each(revisions.value) AS item
        JOIN itemVersions AS version ON version.section = revisions.section AND version.item = coalesce(item.value ->> 'id', '')
          AND version.value = item.value),
      value = '[]'
    WHERE id IN (SELECT id FROM lists);
  DROP INDEX itemVersions_moved;

  CREATE TEMP TABLE held AS SELECT item.value AS version, min(revisions.id) AS first, max(revisions.id) AS last
    FROM revisions, json_each(revisions.items) AS item WHERE revisions.items IS NOT NULL GROUP BY item.value;
  UPDATE itemVersions SET gone =
    (SELECT min(revisions.id) FROM revisions, held
     WHERE held.version = itemVersions.id AND revisions.section = itemVersions.section AND revisions.id > held.last);
  UPDATE revisions SET bytes = octet_length(value) + coalesce(octet_length(items), 0);
  UPDATE revisions SET bytes = revisions.bytes + added.size FROM
    (SELECT held.first AS revision, sum(octet_length(itemVersions.value)) AS size
     FROM held JOIN itemVersions ON itemVersions.id = held.version GROUP BY held.first) AS added
    WHERE added.revision = revisions.id;
  DROP TABLE temp.lists;
  DROP TABLE temp.held;

  CREATE INDEX itemVersions_item ON itemVersions (section, item, id);
  CREATE INDEX itemVersions_gone ON itemVersions (section, gone);
  DROP INDEX revisions_section;
  CREATE INDEX revisions_section ON revisions (section, id, bytes);
  `,
  `
  -- What bounds how many mails go out: the mailbox in which each arrives, a hash of the address that caused it (for two days), and
  -- which bound holds it back. What goes to many at once has a further kind.
  ALTER TABLE mails ADD COLUMN mailbox TEXT;
  ALTER TABLE mails ADD COLUMN source TEXT;
  ALTER TABLE mails ADD COLUMN heldBy TEXT;
  CREATE INDEX mails_mailbox ON mails (mailbox, sentAt) WHERE mailbox IS NOT NULL;
  CREATE INDEX mails_source ON mails (source, sentAt) WHERE source IS NOT NULL;
  CREATE INDEX mails_sent ON mails (kind IN ('changed', 'reminder', 'group'), sentAt) WHERE sentAt IS NOT NULL;
  DROP INDEX mails_due;
  CREATE INDEX mails_due ON mails (kind IN ('changed', 'reminder', 'group'), nextAt) WHERE status = 'queued';
  CREATE INDEX mails_held ON mails (heldBy, nextAt) WHERE heldBy IS NOT NULL AND status = 'queued';
  `,
  `
  -- Links of one use with which somebody chooses a password; the hash of each alone.
  CREATE TABLE accountLinks (
    hash TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('reset', 'invite')),
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    createdAt TEXT NOT NULL,
    expiresAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX accountLinks_user ON accountLinks (userId);
  `,
  {
    // In old databases with a column `comments`, `notes` has the notes of staff if staff edited the row.
    onlyIf: "SELECT count(*) FROM pragma_table_info('registrations') WHERE name = 'comments'",
    sql: `
  ALTER TABLE registrations ADD COLUMN staffNotes TEXT NOT NULL DEFAULT '';
  UPDATE registrations SET staffNotes = notes, notes = comments
    WHERE comments <> '' OR id IN (SELECT subjectId FROM audit
      WHERE action IN ('registration-changed', 'registration-added', 'registration-merged') AND subjectId IS NOT NULL);
  ALTER TABLE registrations DROP COLUMN comments;
  UPDATE trash SET row = json_remove(iif(row ->> 'comments' <> '' OR row ->> 'id' IN (SELECT subjectId FROM audit
      WHERE action IN ('registration-changed', 'registration-added', 'registration-merged') AND subjectId IS NOT NULL),
    json_set(row, '$.staffNotes', row ->> 'notes', '$.notes', row ->> 'comments'), json_set(row, '$.staffNotes', '')), '$.comments')
    WHERE json_type(row, '$.staffNotes') IS NULL;
  `,
  },
  `
  -- What organisers wrote to a group of those who registered: when (ISO 8601 in UTC), by whom, to whom and to how many, in which words,
  -- and how far the queueing of its mails has come, as in announcements.
  CREATE TABLE groupMails (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    by TEXT,
    recipients TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    people INTEGER NOT NULL,
    reached INTEGER,
    stoppedAt TEXT
  ) STRICT;
  CREATE INDEX groupMails_at ON groupMails (at);
  ALTER TABLE mails ADD COLUMN groupId TEXT;
  CREATE INDEX mails_group ON mails (groupId, status) WHERE groupId IS NOT NULL;

  -- What the event was before an announcement ({ eventDate, endTime, location }): its mails say so.
  ALTER TABLE announcements ADD COLUMN before TEXT CHECK (before IS NULL OR json_valid(before));

  -- Pairs of registrations of which staff said that they are two people, the smaller id first.
  CREATE TABLE differentPeople (
    a TEXT NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    b TEXT NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    PRIMARY KEY (a, b)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX differentPeople_b ON differentPeople (b);
  `,
  `
  -- Where a session is, when it was last used, and whether a second factor began it.
  ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
  ALTER TABLE sessions ADD COLUMN usedAt TEXT;
  ALTER TABLE sessions ADD COLUMN isStrong INTEGER NOT NULL DEFAULT 0 CHECK (isStrong IN (0, 1));

  -- The second factor from an app: its secret, encrypted with a key that is not in here, and the last step of 30 seconds that was used.
  CREATE TABLE totp (
    userId TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret BLOB NOT NULL,
    isConfirmed INTEGER NOT NULL DEFAULT 0 CHECK (isConfirmed IN (0, 1)),
    usedStep INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE recoveryCodes (
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (userId, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    publicKey BLOB NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL CHECK (json_valid(transports)),
    createdAt TEXT NOT NULL,
    usedAt TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX passkeys_user ON passkeys (userId);

  -- The browsers from which somebody has signed in, by a hash of what each was given.
  CREATE TABLE devices (
    userId TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    seenAt TEXT NOT NULL,
    PRIMARY KEY (userId, hash)
  ) STRICT, WITHOUT ROWID;

  -- Whether everybody needs a second factor; no row: no.
  CREATE TABLE security (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    requireSecondFactor INTEGER NOT NULL CHECK (requireSecondFactor IN (0, 1))
  ) STRICT;
  `,
  `
  -- Who somebody is in the panel: their picture (the address of an upload), and when they used it last.
  ALTER TABLE users ADD COLUMN picture TEXT NOT NULL DEFAULT '';
  ALTER TABLE users ADD COLUMN lastSeenAt TEXT;

  -- The e-mail that somebody wants instead of theirs, until a link that went to it is used. Of its token a hash alone.
  CREATE TABLE emailChanges (
    userId TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    hash TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    expiresAt TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The last part of a talk's or speaker's address: each that an item has or had, for ever, so that no address leads to another one.
  CREATE TABLE slugs (
    section TEXT NOT NULL,
    slug TEXT NOT NULL,
    item TEXT NOT NULL,
    PRIMARY KEY (section, slug)
  ) STRICT, WITHOUT ROWID;

  -- Everything there is, and was, has one from its newest title or name, those that are there first.
  CREATE TEMP TABLE named AS
    WITH RECURSIVE
      known AS (
        SELECT section, item, max(id) AS newest, min(id) AS first, min(gone IS NOT NULL) AS isGone FROM itemVersions
        WHERE section IN ('events', 'speakers') AND item <> '' GROUP BY section, item
      ),
      letters (section, item, first, isGone, rest, slug) AS (
        SELECT known.section, known.item, first, isGone,
          substr(lower(coalesce(value ->> iif(known.section = 'events', '$.title', '$.name'), '')), 1, 160), ''
        FROM known JOIN itemVersions ON itemVersions.id = newest
        UNION ALL
        SELECT section, item, first, isGone, substr(rest, 2), slug || CASE
            WHEN substr(rest, 1, 1) GLOB '[a-z0-9]' THEN substr(rest, 1, 1)
            WHEN instr('áàâäãåāéèêëēíìîïīóòôöõøōúùûüūñçýÿÁÀÂÄÃÅĀÉÈÊËĒÍÌÎÏĪÓÒÔÖÕØŌÚÙÛÜŪÑÇÝŸ', substr(rest, 1, 1)) > 0
              THEN substr('aaaaaaaeeeeeiiiiiooooooouuuuuncyyaaaaaaaeeeeeiiiiiooooooouuuuuncyy', instr('áàâäãåāéèêëēíìîïīóòôöõøōúùûüūñçýÿÁÀÂÄÃÅĀÉÈÊËĒÍÌÎÏĪÓÒÔÖÕØŌÚÙÛÜŪÑÇÝŸ', substr(rest, 1, 1)), 1)
            WHEN instr('''’ʼ´', substr(rest, 1, 1)) > 0 OR unicode(rest) BETWEEN 768 AND 879 OR slug = '' OR slug GLOB '*-' THEN ''
            ELSE '-'
          END
        FROM letters WHERE rest <> ''
      ),
      made AS (
        SELECT section, item, first, isGone,
          coalesce(nullif(rtrim(substr(slug, 1, 80), '-'), ''), iif(section = 'events', 'charla', 'speaker')) AS slug
        FROM letters WHERE rest = ''
      )
    SELECT section, item, slug, row_number() OVER (PARTITION BY section, slug ORDER BY isGone, first) AS number FROM made;
  INSERT OR IGNORE INTO slugs
    SELECT section, iif(number = 1, slug, rtrim(substr(slug, 1, 74), '-') || '-' || number), item FROM named ORDER BY number;
  INSERT INTO slugs
    SELECT section, rtrim(substr(slug, 1, 70), '-') || '-' || lower(hex(randomblob(4))), item FROM named
    WHERE NOT EXISTS (SELECT 1 FROM slugs WHERE slugs.section = named.section AND slugs.item = named.item);
  DROP TABLE temp.named;
  UPDATE itemVersions SET value = json_insert(value, '$.slug', slugs.slug) FROM slugs
    WHERE slugs.section = itemVersions.section AND slugs.item = itemVersions.item;
  `,
  `
  -- Who helps at the door is a role of its own. A check cannot be changed: its column is made anew.
  ALTER TABLE users ADD COLUMN newRole TEXT NOT NULL DEFAULT 'admin' CHECK (newRole IN ('door', 'user', 'admin'));
  UPDATE users SET newRole = role;
  ALTER TABLE users DROP COLUMN role;
  ALTER TABLE users RENAME COLUMN newRole TO role;

  -- When somebody came (ISO 8601 in UTC) and through which door, as their arrivals say; and who had not registered before.
  ALTER TABLE registrations ADD COLUMN arrivedAt TEXT;
  ALTER TABLE registrations ADD COLUMN door TEXT;
  ALTER TABLE registrations ADD COLUMN isWalkIn INTEGER NOT NULL DEFAULT 0 CHECK (isWalkIn IN (0, 1));
  CREATE INDEX registrations_arrived ON registrations (arrivedAt, door, isWalkIn) WHERE arrivedAt IS NOT NULL;

  -- What phones at the door saw, each event once by the id that the phone gave it. With undo it takes back the arrival of that id,
  -- or, where that is empty, all arrivals of the person until then. at is the phone's clock corrected. An event may come before the
  -- registration that it is about, and stays while that is in the trash.
  CREATE TABLE arrivals (
    id TEXT PRIMARY KEY,
    registration TEXT NOT NULL,
    device TEXT NOT NULL,
    at TEXT NOT NULL,
    door TEXT NOT NULL,
    undo TEXT,
    receivedAt TEXT NOT NULL,
    receivedBy TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX arrivals_registration ON arrivals (registration, at);

  -- Which registration the events of another one count for: two that were merged, and a walk-in who had registered.
  CREATE TABLE doorAliases (id TEXT PRIMARY KEY, registration TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX doorAliases_registration ON doorAliases (registration);

  -- Events go with who is deleted for good, whoever deletes.
  CREATE TRIGGER registrations_arrivals_removed AFTER DELETE ON registrations
  WHEN NOT EXISTS (SELECT 1 FROM trash WHERE id = OLD.id) BEGIN
    DELETE FROM arrivals WHERE registration = OLD.id;
    DELETE FROM doorAliases WHERE registration = OLD.id;
  END;
  CREATE TRIGGER trash_arrivals_removed AFTER DELETE ON trash
  WHEN NOT EXISTS (SELECT 1 FROM registrations WHERE id = OLD.id) BEGIN
    DELETE FROM arrivals WHERE registration = OLD.id;
    DELETE FROM doorAliases WHERE registration = OLD.id;
  END;

  -- The phones that hold the list; unsent is how many events a phone said it has still to send.
  CREATE TABLE doorDevices (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    userId TEXT,
    sinceAt TEXT NOT NULL,
    seenAt TEXT NOT NULL,
    unsent INTEGER NOT NULL DEFAULT 0,
    endedAt TEXT,
    toldAt TEXT
  ) STRICT, WITHOUT ROWID;

  -- What changed in the list that phones hold, in order, each registration by its last change; without a registration it is gone.
  -- Noted from the first download on: doorList has a row by then.
  CREATE TABLE doorList (id INTEGER PRIMARY KEY CHECK (id = 1), beganAt TEXT NOT NULL) STRICT;
  CREATE TABLE doorChanges (seq INTEGER PRIMARY KEY AUTOINCREMENT, registration TEXT NOT NULL UNIQUE) STRICT;
  CREATE TRIGGER registrations_door_added AFTER INSERT ON registrations WHEN EXISTS (SELECT 1 FROM doorList) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.id;
    INSERT INTO doorChanges (registration) VALUES (NEW.id);
  END;
  CREATE TRIGGER registrations_door_changed AFTER UPDATE OF name, company, status, token, arrivedAt, door ON registrations
  WHEN EXISTS (SELECT 1 FROM doorList) AND (NEW.name <> OLD.name OR NEW.company <> OLD.company OR NEW.status <> OLD.status
    OR NEW.token IS NOT OLD.token OR NEW.arrivedAt IS NOT OLD.arrivedAt OR NEW.door IS NOT OLD.door) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.id;
    INSERT INTO doorChanges (registration) VALUES (NEW.id);
  END;
  CREATE TRIGGER registrations_door_removed AFTER DELETE ON registrations WHEN EXISTS (SELECT 1 FROM doorList) BEGIN
    DELETE FROM doorChanges WHERE registration = OLD.id;
    -- What is written for nothing, to take as long as what is kept, was never in the list: its key is no address.
    INSERT INTO doorChanges (registration) SELECT OLD.id WHERE OLD.email = '' OR substr(OLD.emailKey, 1, 1) <> ' ';
  END;
  `,
  `
  -- Editions that are over. Each is a folder of files (\`editionFiles\`, by their names in it), for as long as there is this
  -- conference; who registered for it is kept out of the list (\`editionPeople\`, as in the trash) until \`deleteAt\`, if anybody
  -- said so, or until something is saved after \`revision\`. \`undoneAt\` is when it was taken back, while its people return.
  CREATE TABLE editions (
    year TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    eventDate TEXT NOT NULL,
    finishedAt TEXT NOT NULL,
    revision INTEGER NOT NULL,
    erasesPeople INTEGER NOT NULL CHECK (erasesPeople IN (0, 1)),
    deleteAt TEXT,
    undoneAt TEXT,
    uploads TEXT NOT NULL CHECK (json_valid(uploads))
  ) STRICT;
  CREATE TABLE editionPeople (
    year TEXT NOT NULL REFERENCES editions (year) ON DELETE CASCADE,
    id TEXT NOT NULL,
    row TEXT NOT NULL CHECK (json_valid(row)),
    mails TEXT NOT NULL CHECK (json_valid(mails)),
    PRIMARY KEY (year, id)
  ) STRICT;
  CREATE INDEX editionPeople_id ON editionPeople (id);
  CREATE INDEX editionPeople_email ON editionPeople (row ->> 'emailKey');
  -- What phones at the door saw of them stays with them.
  DROP TRIGGER registrations_arrivals_removed;
  CREATE TRIGGER registrations_arrivals_removed AFTER DELETE ON registrations
  WHEN NOT EXISTS (SELECT 1 FROM trash WHERE id = OLD.id) AND NOT EXISTS (SELECT 1 FROM editionPeople WHERE id = OLD.id) BEGIN
    DELETE FROM arrivals WHERE registration = OLD.id;
    DELETE FROM doorAliases WHERE registration = OLD.id;
  END;
  CREATE TRIGGER editionPeople_arrivals_removed AFTER DELETE ON editionPeople
  WHEN NOT EXISTS (SELECT 1 FROM registrations WHERE id = OLD.id) BEGIN
    DELETE FROM arrivals WHERE registration = OLD.id;
    DELETE FROM doorAliases WHERE registration = OLD.id;
  END;
  CREATE TABLE editionFiles (
    year TEXT NOT NULL REFERENCES editions (year) ON DELETE CASCADE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    hash TEXT NOT NULL,
    body BLOB NOT NULL,
    br BLOB,
    gzip BLOB,
    csp TEXT,
    PRIMARY KEY (year, name)
  ) STRICT;
  `,
  `
  -- Who took part, for good: the name is that of the paper. Of a person in the list, or of a speaker; with neither it is an organiser's.
  CREATE TABLE certificates (
    code TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    registration TEXT UNIQUE,
    speaker TEXT UNIQUE,
    name TEXT NOT NULL,
    madeAt TEXT NOT NULL,
    correctedAt TEXT,
    revokedAt TEXT
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What the constancias of an edition that is over say of it, as JSON; those of the present one have none.
  ALTER TABLE editions ADD COLUMN constancia TEXT CHECK (json_valid(constancia));
  ALTER TABLE certificates ADD COLUMN edition TEXT REFERENCES editions (year) ON DELETE SET NULL;
  CREATE INDEX certificates_edition ON certificates (edition);
  `,
  `
  -- Constancias are mailed as a mail to a group is; \`ids\` is whom of the group, as a JSON array, null for all of it.
  ALTER TABLE groupMails ADD COLUMN kind TEXT NOT NULL DEFAULT 'group';
  ALTER TABLE groupMails ADD COLUMN ids TEXT CHECK (ids IS NULL OR json_valid(ids));

  -- A speaker of several editions has a constancia of each.
  CREATE TABLE certificatesNow (
    code TEXT PRIMARY KEY,
    role TEXT NOT NULL,
    registration TEXT UNIQUE,
    speaker TEXT,
    name TEXT NOT NULL,
    madeAt TEXT NOT NULL,
    correctedAt TEXT,
    revokedAt TEXT,
    edition TEXT REFERENCES editions (year) ON DELETE SET NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO certificatesNow SELECT code, role, registration, speaker, name, madeAt, correctedAt, revokedAt, edition FROM certificates;
  DROP TABLE certificates;
  ALTER TABLE certificatesNow RENAME TO certificates;
  CREATE INDEX certificates_edition ON certificates (edition);
  CREATE UNIQUE INDEX certificates_speaker ON certificates (speaker, coalesce(edition, '')) WHERE speaker IS NOT NULL;

  DROP INDEX mails_due;
  CREATE INDEX mails_due ON mails (kind IN ('changed', 'reminder', 'group', 'certificate'), nextAt) WHERE status = 'queued';
  DROP INDEX mails_sent;
  CREATE INDEX mails_sent ON mails (kind IN ('changed', 'reminder', 'group', 'certificate'), sentAt) WHERE sentAt IS NOT NULL;
  `,
  `
  -- Files of people that organisers brought in, and when all of one were taken out again; who came with which stands at each.
  CREATE TABLE peopleImports (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    file TEXT NOT NULL,
    undoneAt TEXT
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE registrations ADD COLUMN importId TEXT;
  ALTER TABLE registrations ADD COLUMN importedFrom TEXT NOT NULL DEFAULT '';
  CREATE INDEX registrations_import ON registrations (importId) WHERE importId IS NOT NULL;
  `,
  `
  -- Confirmed is who has a place and said so.
  UPDATE registrations SET isConfirmed = 0 WHERE status <> 'registered' AND isConfirmed = 1;
  UPDATE trash SET row = json_set(row, '$.isConfirmed', 0) WHERE row ->> 'status' <> 'registered' AND row ->> 'isConfirmed' = 1;
  `,
  `
  -- Since when nobody of an edition that is over is in the list any more: who comes later is of the next one, whatever their date says.
  ALTER TABLE editions ADD COLUMN apartAt TEXT;
  UPDATE editions SET apartAt = finishedAt
  WHERE undoneAt IS NULL AND NOT EXISTS (SELECT 1 FROM registrations WHERE registrationDate <= editions.finishedAt);

  -- Who was in the trash when an edition ended is in no list either.
  ALTER TABLE trash ADD COLUMN edition TEXT REFERENCES editions (year) ON DELETE SET NULL;
  UPDATE trash SET edition = (
    SELECT year FROM editions WHERE undoneAt IS NULL AND finishedAt >= trash.deletedAt ORDER BY finishedAt LIMIT 1
  );
  `,
  `
  -- Whether a passkey asks its owner who they are. Of those of before nobody knows: they count as they did.
  ALTER TABLE passkeys ADD COLUMN asksWho INTEGER NOT NULL DEFAULT 1 CHECK (asksWho IN (0, 1));

  -- The constancia of who was merged into another, who may have been too, is of who stayed.
  UPDATE OR IGNORE certificates SET registration = (
    WITH RECURSIVE person (id) AS (
      SELECT certificates.registration UNION SELECT row ->> 'mergedInto' FROM person JOIN trash ON trash.id = person.id)
    SELECT id FROM person WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM trash WHERE trash.id = person.id AND row ->> 'mergedInto' IS NOT NULL))
  WHERE registration IN (SELECT id FROM trash WHERE row ->> 'mergedInto' IS NOT NULL);

  -- Who went with an import that was undone was asked by nobody to go.
  UPDATE trash SET row = json_set(row, '$.wentWithImport', json('true'))
  WHERE EXISTS (SELECT 1 FROM peopleImports WHERE id = trash.row ->> 'importId' AND undoneAt <= trash.deletedAt);

  -- What the door saw of who goes to the trash as their edition comes back, for their e-mail registered anew, stays with them as well.
  DROP TRIGGER editionPeople_arrivals_removed;
  CREATE TRIGGER editionPeople_arrivals_removed AFTER DELETE ON editionPeople
  WHEN NOT EXISTS (SELECT 1 FROM registrations WHERE id = OLD.id) AND NOT EXISTS (SELECT 1 FROM trash WHERE id = OLD.id) BEGIN
    DELETE FROM arrivals WHERE registration = OLD.id;
    DELETE FROM doorAliases WHERE registration = OLD.id;
  END;
  `,
  `
  -- Who registered for an edition that is over finds their own page by the link that they have.
  CREATE INDEX editionPeople_token ON editionPeople (row ->> 'token');
  `,
  `
  -- sentAs: the id under which a phone sent an event, null if it was that of its registration. isUnknown: about nobody in the list so
  -- far, kept for a day. dropId: dropped with all that its phone or account sent, and no longer counted.
  ALTER TABLE arrivals ADD COLUMN sentAs TEXT;
  ALTER TABLE arrivals ADD COLUMN isUnknown INTEGER NOT NULL DEFAULT 0 CHECK (isUnknown IN (0, 1));
  ALTER TABLE arrivals ADD COLUMN dropId INTEGER;
  UPDATE arrivals SET isUnknown = 1 WHERE registration NOT IN (SELECT id FROM registrations) AND registration NOT IN (SELECT id FROM trash)
    AND registration NOT IN (SELECT id FROM editionPeople);
  CREATE INDEX arrivals_received ON arrivals (receivedBy, receivedAt, device);
  CREATE INDEX arrivals_unknown ON arrivals (receivedBy, receivedAt) WHERE isUnknown = 1;
  CREATE INDEX arrivals_walkIns ON arrivals (receivedBy, receivedAt) WHERE sentAs = id;
  CREATE INDEX arrivals_dropped ON arrivals (dropId) WHERE dropId IS NOT NULL;

  -- All events of a phone, or of an account, that an administrator dropped. Bringing them back removes the row.
  CREATE TABLE doorDrops (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    device TEXT UNIQUE,
    userId TEXT UNIQUE,
    at TEXT NOT NULL,
    CHECK ((device IS NULL) <> (userId IS NULL))
  ) STRICT;

  -- People with several arrivals, and the time of the last one (ISO 8601 in UTC).
  CREATE TABLE doorDoubles (registration TEXT PRIMARY KEY, lastAt TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX doorDoubles_last ON doorDoubles (lastAt);
  INSERT INTO doorDoubles SELECT registration, max(at) FROM arrivals WHERE undo IS NULL GROUP BY registration HAVING count(*) > 1;
  CREATE TRIGGER arrivals_doubles_removed AFTER DELETE ON arrivals BEGIN
    DELETE FROM doorDoubles WHERE registration = OLD.registration;
  END;

  -- A walk-in whose e-mail was registered: phones are not told.
  ALTER TABLE doorAliases ADD COLUMN isWalkIn INTEGER NOT NULL DEFAULT 0 CHECK (isWalkIn IN (0, 1));

  -- sent counts a phone's events. The session that called as a phone ends with it.
  ALTER TABLE doorDevices ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE doorDevices ADD COLUMN sessionId TEXT;
  CREATE INDEX doorDevices_user ON doorDevices (userId);
  ALTER TABLE sessions ADD COLUMN doorDevice TEXT;
  ALTER TABLE sessions ADD COLUMN isEnded INTEGER NOT NULL DEFAULT 0 CHECK (isEnded IN (0, 1));

  DROP INDEX registrations_arrived;
  CREATE INDEX registrations_arrived ON registrations (arrivedAt, door, isWalkIn, status) WHERE arrivedAt IS NOT NULL;
  CREATE INDEX registrations_walkIns ON registrations (status) WHERE isWalkIn = 1;
  `,
  `
  -- formerTokens: tokens that were handed out and lead to this registration since others were merged into it, as a JSON array.
  ALTER TABLE registrations ADD COLUMN formerTokens TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(formerTokens));
  CREATE INDEX registrations_former ON registrations (id) WHERE formerTokens <> '[]';
  CREATE INDEX editionPeople_former ON editionPeople (id) WHERE row ->> 'formerTokens' <> '[]';
  DROP TRIGGER registrations_door_changed;
  CREATE TRIGGER registrations_door_changed AFTER UPDATE OF name, company, status, token, formerTokens, arrivedAt, door ON registrations
  WHEN EXISTS (SELECT 1 FROM doorList) AND (NEW.name <> OLD.name OR NEW.company <> OLD.company OR NEW.status <> OLD.status
    OR NEW.token IS NOT OLD.token OR NEW.formerTokens <> OLD.formerTokens OR NEW.arrivedAt IS NOT OLD.arrivedAt OR NEW.door IS NOT OLD.door) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.id;
    INSERT INTO doorChanges (registration) VALUES (NEW.id);
  END;
  -- Of earlier merges the trash still has the tokens of the last 30 days.
  UPDATE registrations SET formerTokens = (
    SELECT json_group_array(row ->> 'token') FROM trash JOIN doorAliases ON doorAliases.id = trash.id
    WHERE doorAliases.registration = registrations.id AND row ->> 'mergedInto' IS NOT NULL AND row ->> 'token' IS NOT NULL)
  WHERE id IN (SELECT registration FROM doorAliases JOIN trash ON trash.id = doorAliases.id WHERE row ->> 'mergedInto' IS NOT NULL);
  `,
  `
  -- A search finds plain letters and apostrophes, whichever were typed.
  ${withPlainSigns('registrations')}
  ${withPlainSigns('mails')}
  `,
  `
  -- Slugs in the order in which their items took them; what the history does not hold counts as oldest. An item keeps 20 former ones.
  ALTER TABLE slugs RENAME TO slugsBefore;
  CREATE TABLE slugs (
    id INTEGER PRIMARY KEY,
    section TEXT NOT NULL,
    slug TEXT NOT NULL,
    item TEXT NOT NULL,
    UNIQUE (section, slug)
  ) STRICT;
  INSERT INTO slugs (section, slug, item)
    WITH worn AS (
      SELECT section, item, value ->> '$.slug' AS slug, max(id) AS newest FROM itemVersions
      WHERE section IN ('events', 'speakers') AND value IS NOT NULL GROUP BY section, item, slug
    )
    SELECT section, slug, item FROM slugsBefore LEFT JOIN worn USING (section, slug, item) ORDER BY coalesce(newest, 0);
  DROP TABLE slugsBefore;
  CREATE INDEX slugs_item ON slugs (section, item);
  DELETE FROM slugs WHERE id IN (
    SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY section, item ORDER BY id DESC) AS number FROM slugs) WHERE number > 21);
  `,
  `
  -- answers: { [question id]: { value, question } }, with the text that was answered.
  ALTER TABLE registrations ADD COLUMN answers TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(answers));
  DROP TRIGGER registrations_door_changed;
  CREATE TRIGGER registrations_door_changed AFTER UPDATE OF name, company, status, token, formerTokens, arrivedAt, door, answers ON registrations
  WHEN EXISTS (SELECT 1 FROM doorList) AND (NEW.name <> OLD.name OR NEW.company <> OLD.company OR NEW.status <> OLD.status
    OR NEW.token IS NOT OLD.token OR NEW.formerTokens <> OLD.formerTokens OR NEW.arrivedAt IS NOT OLD.arrivedAt OR NEW.door IS NOT OLD.door
    OR NEW.answers <> OLD.answers) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.id;
    INSERT INTO doorChanges (registration) VALUES (NEW.id);
  END;
  `,
  `
  -- Speakers' own links (hashes of tokens), what they said, their newest proposal, and which revisions they caused.
  CREATE TABLE speakerLinks (hash TEXT PRIMARY KEY, speaker TEXT NOT NULL, createdAt TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE INDEX speakerLinks_speaker ON speakerLinks (speaker, createdAt);
  CREATE TABLE speakerStates (speaker TEXT PRIMARY KEY, confirmedAt TEXT, askedAt TEXT) STRICT, WITHOUT ROWID;
  CREATE TABLE speakerProposals (
    id TEXT PRIMARY KEY,
    speaker TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    changes TEXT NOT NULL CHECK (json_valid(changes)),
    accepted TEXT CHECK (accepted IS NULL OR json_valid(accepted)),
    decidedAt TEXT
  ) STRICT, WITHOUT ROWID;
  ALTER TABLE revisions ADD COLUMN savedBySpeaker TEXT;
  CREATE INDEX revisions_speaker ON revisions (savedBySpeaker, savedAt) WHERE savedBySpeaker IS NOT NULL;
  `,
  `
  -- Seats in sessions, such as workshops, and the line of people who wait. status 'none': came without a seat. arrivedAt: the first
  -- arrival at the session. lostAt: when its event was deleted; the row counts again if the event is restored.
  CREATE TABLE sessionSeats (
    event TEXT NOT NULL,
    registration TEXT NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('seated', 'waiting', 'none')),
    waitingNumber INTEGER,
    since TEXT NOT NULL,
    arrivedAt TEXT,
    lostAt TEXT,
    PRIMARY KEY (event, registration),
    CHECK ((status = 'waiting') = (waitingNumber IS NOT NULL))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sessionSeats_registration ON sessionSeats (registration);
  CREATE INDEX sessionSeats_status ON sessionSeats (event, status, waitingNumber) WHERE lostAt IS NULL;
  CREATE INDEX sessionSeats_lost ON sessionSeats (event) WHERE lostAt IS NOT NULL;
  CREATE TRIGGER sessionSeats_door_added AFTER INSERT ON sessionSeats WHEN EXISTS (SELECT 1 FROM doorList) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.registration;
    INSERT INTO doorChanges (registration) VALUES (NEW.registration);
  END;
  CREATE TRIGGER sessionSeats_door_changed AFTER UPDATE ON sessionSeats WHEN EXISTS (SELECT 1 FROM doorList) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.registration;
    INSERT INTO doorChanges (registration) VALUES (NEW.registration);
  END;
  CREATE TRIGGER sessionSeats_door_removed AFTER DELETE ON sessionSeats
  WHEN EXISTS (SELECT 1 FROM doorList) AND EXISTS (SELECT 1 FROM registrations WHERE id = OLD.registration) BEGIN
    DELETE FROM doorChanges WHERE registration = OLD.registration;
    INSERT INTO doorChanges (registration) VALUES (OLD.registration);
  END;

  -- session: the event at which the person was seen; null for the conference's door.
  ALTER TABLE arrivals ADD COLUMN session TEXT;
  -- sessions: the sessions that a mail is about, as JSON [{ id, title }].
  ALTER TABLE mails ADD COLUMN sessions TEXT CHECK (sessions IS NULL OR json_valid(sessions));
  `,
  `
  -- Reports from the door that the room of a session is full, or no longer. The newest of a session counts.
  CREATE TABLE roomReports (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    isFull INTEGER NOT NULL CHECK (isFull IN (0, 1)),
    at TEXT NOT NULL,
    device TEXT NOT NULL,
    receivedAt TEXT NOT NULL,
    receivedBy TEXT NOT NULL,
    dropId INTEGER
  ) STRICT;
  CREATE INDEX roomReports_received ON roomReports (receivedBy, receivedAt);
  `,
  `
  -- askedAt: when the person was asked if they come. unconfirmedAt: when they lost their place because they did not answer.
  ALTER TABLE registrations ADD COLUMN askedAt TEXT;
  ALTER TABLE registrations ADD COLUMN unconfirmedAt TEXT;
  CREATE INDEX registrations_asked ON registrations (registrationDate) WHERE askedAt IS NOT NULL AND status = 'registered' AND isConfirmed = 0;
  DROP INDEX mails_due;
  CREATE INDEX mails_due ON mails (kind IN ('changed', 'reminder', 'ask', 'group', 'certificate'), nextAt) WHERE status = 'queued';
  DROP INDEX mails_sent;
  CREATE INDEX mails_sent ON mails (kind IN ('changed', 'reminder', 'ask', 'group', 'certificate'), sentAt) WHERE sentAt IS NOT NULL;
  DROP TRIGGER registrations_door_changed;
  CREATE TRIGGER registrations_door_changed
  AFTER UPDATE OF name, company, status, token, formerTokens, arrivedAt, door, answers, unconfirmedAt ON registrations
  WHEN EXISTS (SELECT 1 FROM doorList) AND (NEW.name <> OLD.name OR NEW.company <> OLD.company OR NEW.status <> OLD.status
    OR NEW.token IS NOT OLD.token OR NEW.formerTokens <> OLD.formerTokens OR NEW.arrivedAt IS NOT OLD.arrivedAt OR NEW.door IS NOT OLD.door
    OR NEW.answers <> OLD.answers OR NEW.unconfirmedAt IS NOT OLD.unconfirmedAt) BEGIN
    DELETE FROM doorChanges WHERE registration = NEW.id;
    INSERT INTO doorChanges (registration) VALUES (NEW.id);
  END;
  `,
  `
  -- Offers to pass a place on, and the registrations at both ends.
  CREATE TABLE transfers (
    token TEXT PRIMARY KEY,
    registration TEXT NOT NULL REFERENCES registrations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    emailKey TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    until TEXT NOT NULL,
    endedAt TEXT,
    acceptedAt TEXT,
    refusedAt TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX transfers_registration ON transfers (registration);
  CREATE INDEX transfers_email ON transfers (emailKey);
  ALTER TABLE registrations ADD COLUMN passedTo TEXT;
  ALTER TABLE registrations ADD COLUMN passedFrom TEXT;
  `,
  `
  -- Links that keep places for the people of a partner. returnedAt: when the unused places went back to everybody.
  CREATE TABLE placeLinks (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    label TEXT NOT NULL,
    places INTEGER NOT NULL CHECK (places > 0),
    until TEXT NOT NULL,
    createdAt TEXT NOT NULL,
    returnedAt TEXT
  ) STRICT, WITHOUT ROWID;
  -- placeLink: the link through which a registered person came. It may have ended since.
  ALTER TABLE registrations ADD COLUMN placeLink TEXT;
  CREATE INDEX registrations_placeLink ON registrations (placeLink, status) WHERE placeLink IS NOT NULL;
  `,
  `
  -- Addresses of people who want one mail when registration opens. nextAt: when the next mail is due; null if no mail waits.
  CREATE TABLE openingAlerts (
    id TEXT PRIMARY KEY,
    token TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL UNIQUE,
    createdAt TEXT NOT NULL,
    confirmedAt TEXT,
    nextAt TEXT,
    attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX openingAlerts_due ON openingAlerts (nextAt) WHERE nextAt IS NOT NULL;
  `,
  `
  -- placeLinks: the links that keep places, as JSON. Undoing the end of the edition puts them back.
  ALTER TABLE editions ADD COLUMN placeLinks TEXT CHECK (json_valid(placeLinks));
  `,
]
