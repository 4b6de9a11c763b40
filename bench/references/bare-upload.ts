/** What uploads are measured against: a bare Node server that does nothing but stream each body into a file. */
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

const [folder = '.', port = '0'] = process.argv.slice(2)
let count = 0

createServer(async (request, response) => {
  // flush: on the disk before the answer, as the product does it.
  await pipeline(request, createWriteStream(join(folder, String(count++)), { flush: true }))
  response.writeHead(201).end()
}).listen(Number(port), '127.0.0.1')
