export class StartProblem extends Error {}
