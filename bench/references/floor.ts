/** Does only the minimum of a durable save: a request, a commit, and an 80 KB file written and synced. GET / returns the file. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const folder = process.env.DATA_DIR ?? '.'
const file = join(folder, 'page.html')
const db = new Database(join(folder, 'floor.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE saves (at TEXT, body TEXT)')
const insert = db.prepare('INSERT INTO saves VALUES (?, ?)')

function writeFile(body: string): void {
  const handle = openSync(`${file}.new`, 'w')
  writeSync(handle, body.padEnd(80_000))
  fsyncSync(handle)
  closeSync(handle)
  renameSync(`${file}.new`, file)
}

writeFile('')
createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(readFileSync(file))
    return
  }
  let body = ''
  for await (const chunk of request) body += chunk
  insert.run(new Date().toISOString(), body)
  writeFile(body)
  response.end('{}')
}).listen(Number(process.env.PORT), '127.0.0.1')
