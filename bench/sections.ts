/** Files of `sections/`, in the order of a whole run. */
export const sections = [
  ...['save', 'pages', 'fronts', 'registrations', 'list', 'live'],
  ...['felt-page', 'felt-panel', 'lighthouse', 'start', 'memory'],
]

/** Sections that take arguments, such as `lighthouse 5 grande`. */
export const withOptions = ['lighthouse']
