/** A short run only checks that every section works. */
const isShort = process.env.BENCH_SHORT === '1'

export const amount = (full: number, short: number) => (isShort ? short : full)
