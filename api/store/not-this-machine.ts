import { StartProblem } from '../system/start-problem.ts'

/** Why this machine must not write to the bucket, in Spanish: another one does. */
export class NotThisMachine extends StartProblem {}
