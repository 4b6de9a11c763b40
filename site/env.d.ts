declare namespace App {
  interface Locals extends PageLocals {}
}
type PageLocals = import('../api/publishing/render.ts').PageLocals
