/**
 * Brings the database given as first argument up to date by a migration that takes a while, to be killed midway. With
 * `bare` as second argument its statements run one by one, without the product's transaction.
 */
import Database from 'better-sqlite3'
import { openDb } from '../../data/db/db.ts'
import { migrations } from '../../data/db/migrations.ts'
import { longMigration } from './long-migration.ts'

const [, , file = '', how] = process.argv
console.log('started')
if (how === 'bare') new Database(file).exec(`${longMigration}; PRAGMA user_version = ${migrations.length + 1}`)
else openDb(file, [...migrations, longMigration]).close()
