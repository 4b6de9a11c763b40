/**
 * What Node is started with to serve: a young generation that stays small, so that what saves make and drop does not stay in the
 * process (docs/decisions/015). `npm start`, the unit and the image say the same in their own words.
 */
export const startFlags = ['--max-semi-space-size=4']
