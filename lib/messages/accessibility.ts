import { defineArea } from './defineArea'

export const accessibility = defineArea(
  'Navigation and screen readers',
  'Labels for the menu and for screen readers.',
  {
    skipToContent: ['Skip to content', 'Skip link', 'The first link on every page, for keyboard users.'],
    mainNavigation: ['Main', 'Navigation name', 'Read by screen readers for the top navigation.'],
    footerNavigation: ['Footer', 'Footer links name', 'Read by screen readers for the footer’s links.'],
    openMenu: ['Menu', 'Open the menu', 'On the menu button on small screens.'],
    closeMenu: ['Close menu', 'Close the menu', 'On the button that closes the menu.'],
    opensInNewTab: [
      'opens in a new tab',
      'New tab',
      'Read by screen readers after links that open in a new tab.',
    ],
    largePictures: [
      'Picture viewer',
      'Picture viewer',
      'Read by screen readers for the dialog with the large pictures.',
    ],
    previousPicture: [
      'Previous picture',
      'Previous picture',
      'Read by screen readers for the left arrow of a large picture.',
    ],
    nextPicture: ['Next picture', 'Next picture', 'Read by screen readers for the right arrow.'],
    closePicture: [
      'Close the picture',
      'Close a picture',
      'Read by screen readers for the close button of a large picture.',
    ],
    closeMessage: [
      'Close',
      'Close a message or dialog',
      'Read by screen readers for the close button of toasts, announcements and the purchase dialog.',
    ],
    announcement: [
      'Announcement',
      'Announcement name',
      'Read by screen readers for the announcement at the top of a page.',
    ],
    scriptFailed: [
      'Part of this page didn’t load. Check your connection, then reload the page.',
      'A script failed to load',
      'At the bottom of a page whose script didn’t load.',
    ],
    reload: ['Reload the page', 'Reload', 'The button beside that text.'],
    contact: ['Contact us', 'Contact', 'The link beside that button, for browsers that block a script.'],
    homeLink: ['{siteName}, home', 'Link to the home page', 'Read by screen readers for the site’s name.'],
  },
)
