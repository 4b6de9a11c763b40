/**
 * Loaded into tests, servers and commands of `npm test`. Brotli's highest level would take a third of a server's processor
 * time in most tests, so pages are compressed at a low level. A full run uses the highest level.
 */
import { syncBuiltinESMExports } from 'node:module'
import zlib from 'node:zlib'

const { brotliCompress, constants } = zlib

zlib.brotliCompress = ((body, { params, ...options }, done) =>
  brotliCompress(body, { ...options, params: { ...params, [constants.BROTLI_PARAM_QUALITY]: 4 } }, done)) as typeof brotliCompress
syncBuiltinESMExports()
