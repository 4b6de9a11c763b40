import { StartProblem } from '../system/start-problem.ts'

export class NotThisMachine extends StartProblem {}
