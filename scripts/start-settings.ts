/**
 * Node flags of the server: a fixed young generation, large enough for parallel requests (docs/decisions/015). Repeated in
 * `npm start`, the unit and the image.
 */
export const startFlags = ['--min-semi-space-size=8', '--max-semi-space-size=8']

/** Returns freed memory to the system. glibc only, see `mallopt(3)`. */
export const startEnv = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
