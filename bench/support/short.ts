/** True for `npm run bench -- --short`, which only checks that every section runs. */
const isShort = process.env.BENCH_SHORT === '1'

export const amount = (full: number, short: number) => (isShort ? short : full)
