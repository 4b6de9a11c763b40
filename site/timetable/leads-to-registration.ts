import type { Content } from '../../data/content/schema.ts'

export const leadsToRegistration = ({ layout }: Pick<Content, 'layout'>, isOver: boolean): boolean =>
  !isOver && layout.sections.some(({ key, isVisible }) => key === 'registration' && isVisible)
