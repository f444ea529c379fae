/** The drawings of features: the stored value, and the title for editors. */
export const drawings = [
  { title: 'Desk: faders', value: 'desk' },
  { title: 'Two cameras: two frames', value: 'cameras' },
  { title: 'Edit: a wave that is cut', value: 'edit' },
  { title: 'Clips: upright frames', value: 'clips' },
  { title: 'Video: a frame with titles', value: 'video' },
  { title: 'Posting: a calendar', value: 'posting' },
  { title: 'Silence: a wave that becomes flat', value: 'silence' },
  { title: 'Light: a lamp and a face', value: 'light' },
  { title: 'Seats: a round table', value: 'seats' },
  { title: 'Recorders: two reels', value: 'recorders' },
] as const
