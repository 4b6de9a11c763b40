/** `timetable.css` repeats this number. */
export const minuteHeightPx = 2
