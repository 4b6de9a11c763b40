/** Takes about a second, so that much of it is in the file before the commit. */
export const longMigration = `
  CREATE TABLE badges (id INTEGER PRIMARY KEY, registration TEXT NOT NULL, printed TEXT NOT NULL) STRICT;
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1200000)
    INSERT INTO badges (registration, printed) SELECT 'gafete ' || n, hex(n * 7919) FROM numbers;
  UPDATE registrations SET notes = notes || ' (migrado)';
  CREATE INDEX badges_registration ON badges (registration);
`
