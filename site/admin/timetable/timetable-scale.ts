/** Also in `timetable.css`. */
export const minuteHeightPx = 2
