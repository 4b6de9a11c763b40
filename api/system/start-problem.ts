/** A reason in Spanish why a program cannot start. Shown on one line, without a stack trace. */
export class StartProblem extends Error {}
