import fc from 'fast-check'
import { isFull } from './full.ts'

/** `npm test` tries the same cases each time, so that it fails only for what was changed. A full run tries new ones. */
if (!isFull) fc.configureGlobal({ seed: 20 })
