import styles from './timetable.css?inline'

/** The page's stylesheet defines the theme's variables, so their fallbacks would only add weight. */
export const agendaStyles = styles.replace(/var\((--(?!tw-)[\w-]+),(?:[^()]|\([^()]*\))*\)/g, 'var($1)')
