/** Why a program cannot start or go on, in Spanish and in one line, for whoever started it: nobody has to read where in the code. */
export class StartProblem extends Error {}
