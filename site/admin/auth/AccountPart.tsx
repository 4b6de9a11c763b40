import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { attempt } from '../calls/attempt.ts'

/** Heading level. In a dialog it is below the title. */
export const HeadingContext = createContext<'h2' | 'h3'>('h3')

export function AccountPart({ title, Icon, children }: { title: string; Icon: LucideIcon; children: ReactNode }) {
  const Heading = use(HeadingContext)
  return (
    <section className="border-base-300 flex flex-col gap-2 border-t pt-5" aria-label={title}>
      <Heading className="flex items-center gap-2 font-bold">
        <Icon className="text-base-content/75 size-4" aria-hidden="true" />
        {title}
      </Heading>
      {children}
    </section>
  )
}

/** Toasts `title`, or the error. `declined` is the text if the browser's own window was declined. */
export const changeAccount = (change: () => Promise<void>, title: string, declined?: string) =>
  attempt('No se cambió', async () => {
    try {
      await change()
      return { title }
    } catch (error) {
      // Also covers a browser that refuses and a timeout.
      if (declined && error instanceof Error && error.name === 'NotAllowedError') return { kind: 'neutral', title: declined }
      throw error
    }
  })
