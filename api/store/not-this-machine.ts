import { StartProblem } from '../system/start-problem.ts'

/** The reason in Spanish why this machine must not write to the bucket. */
export class NotThisMachine extends StartProblem {}
