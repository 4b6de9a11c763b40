import { z } from 'zod'

// Without this, zod compiles schemas with eval, which the page's content security policy forbids and reports.
z.config({ jitless: true })
