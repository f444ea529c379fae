/** The drawings that editors can choose for features. */
export const drawings = [
  { title: 'Console: faders', value: 'desk' },
  { title: 'Two cameras: two frames', value: 'cameras' },
  { title: 'Edit: a cut sound wave', value: 'edit' },
  { title: 'Clips: vertical frames', value: 'clips' },
  { title: 'Video: a frame with titles', value: 'video' },
  { title: 'Posting: a calendar', value: 'posting' },
  { title: 'Silence: a sound wave that goes flat', value: 'silence' },
  { title: 'Light: a lamp and a face', value: 'light' },
  { title: 'Seats: a round table', value: 'seats' },
  { title: 'Recorders: two reels', value: 'recorders' },
] as const
