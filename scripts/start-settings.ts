/**
 * Makes Node's young generation large enough for parallel requests, and lets `api/system/memory.ts` collect garbage
 * (docs/decisions/015). Also in package.json, Dockerfile and systemd unit.
 */
export const startFlags = ['--min-semi-space-size=8', '--max-semi-space-size=8', '--expose-gc']

/** Makes glibc return freed memory to the system, see `mallopt(3)`. Other C libraries ignore it. */
export const startEnv = { MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }
