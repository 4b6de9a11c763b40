declare namespace App {
  interface Locals extends PageData {}
}
type PageData = import('../api/render.ts').PageData
