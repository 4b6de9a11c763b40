/**
 * What Node is started with to serve: a young generation of one size, small enough that it does not stay in the process, large enough that
 * what several requests at once make is gone before V8 takes it for what stays (docs/decisions/015). `npm start`, the unit and the
 * image say the same in their own words.
 */
export const startFlags = ['--min-semi-space-size=8', '--max-semi-space-size=8']

/**
 * And with what in its environment: what a thread has used and freed, such as to compress a page, goes back to the system
 * (glibc's `mallopt(3)`; elsewhere it does nothing).
 */
export const startEnv = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
