const commonNames: Record<string, string> = {
  ...{ name: 'Nombre', company: 'Empresa', bio: 'Biografía', description: 'Descripción', image: 'Foto', links: 'Enlaces' },
  ...{ linkedinUrl: 'LinkedIn', twitterUrl: 'X (Twitter)', day: 'Día', startTime: 'Hora de inicio', endTime: 'Hora de fin' },
  ...{ language: 'Idioma', level: 'Nivel', track: 'Tema', slug: 'Dirección de su página' },
  ...{ slidesUrl: 'Diapositivas', recordingUrl: 'Grabación' },
}

const titles: Record<string, string> = { speakers: 'Cargo', events: 'Título' }

export const nameOfField = (section: string, field: string): string | undefined =>
  field === 'title' ? titles[section] : commonNames[field]
