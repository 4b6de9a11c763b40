/** How high a minute is in the timetable, in pixels; `timetable.css` has the same. */
export const minuteHeight = 2
