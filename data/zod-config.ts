import { z } from 'zod'

// zod's compiled functions need eval, which the page's policy forbids and reports.
z.config({ jitless: true })
