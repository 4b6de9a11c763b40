/** Loaded before commands, because Node's own flag prints an English warning if there is no `.env`. */
import { existsSync } from 'node:fs'

if (existsSync('.env')) process.loadEnvFile('.env')
