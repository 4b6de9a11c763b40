/** Shown on one line, without a stack trace. */
export class StartProblem extends Error {}
