/** Whether this run only tries that everything measures (`npm run bench -- --short`): its figures say nothing. */
const isShort = process.env.BENCH_SHORT === '1'

/** How much of something is measured. */
export const amount = (full: number, short: number) => (isShort ? short : full)
