declare namespace App {
  interface Locals extends PageData {}
}
type PageData = import('../api/publishing/render.ts').PageData
