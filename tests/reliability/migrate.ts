/**
 * Runs a slow migration on the database that is the first argument, so that a test can kill it. With `bare` as second argument,
 * statements run without a transaction.
 */
import Database from 'better-sqlite3'
import { openDb } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { longMigration } from './long-migration.ts'

const [, , file = '', how] = process.argv
console.log('started')
if (how === 'bare') new Database(file).exec(`${longMigration}; PRAGMA user_version = ${migrations.length + 1}`)
else openDb(file, [...migrations, longMigration]).close()
