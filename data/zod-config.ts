/** Imported by every module with schemas that browsers load, before it makes one. */
import { z } from 'zod'

// zod would make functions out of text, for speed. The page's policy forbids that, and even finding out is reported to it
// as a violation.
z.config({ jitless: true })
