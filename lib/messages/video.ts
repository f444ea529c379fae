import { defineArea } from './defineArea'

export const video = defineArea('Video', 'Video labels and errors.', {
  play: ['Play video: {title}', 'Play button', 'Read by screen readers for the play button.'],
  pause: [
    'Pause video: {title}',
    'Pause button',
    'Read by screen readers for the pause button of a silent video.',
  ],
  fullScreen: [
    'Full screen: {title}',
    'Full-screen button',
    'Read by screen readers for the full-screen button of a silent video.',
  ],
  silent: ['This video has no sound.', 'Silent video', 'Below the home page’s video, which has no sound.'],
  player: ['Video player: {title}', 'Player', 'Read by screen readers for the player.'],
  unavailable: [
    'This video isn’t available right now.',
    'Video unavailable',
    'Shown when a video can’t be played.',
  ],
  failed: [
    'The video didn’t load. Check your connection and press play again.',
    'Video not loaded',
    'Shown below the play button when a video couldn’t be loaded.',
  ],
})
