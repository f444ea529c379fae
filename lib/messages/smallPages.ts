import { defineArea } from './defineArea'

const toHome = { title: 'Home page button', description: 'Text on the button.' }

/** The default strings of the success and error pages, keyed by the type of the document that overrides them. */
export const smallPages = {
  successPage: defineArea('Success', 'What new members see after paying.', {
    heading: ['Welcome to the Circle.', 'Heading', 'Shown to visitors whose payment was found.', 90],
    returnedHeading: [
      'Welcome back.',
      'Heading for former members',
      'Shown instead to members who have joined again.',
      90,
    ],
    visitorHeading: [
      'What members get',
      'Heading without a purchase',
      'Shown to visitors without a payment.',
      90,
    ],
    checkingHeading: [
      'Confirming your payment',
      'Heading during the payment check',
      'Shown to visitors who come from Checkout, until their payment is found.',
      90,
    ],
    lead: [
      'Here’s what’s included, and what happens after checkout.',
      'Lead',
      'What the page shows. It also has to be true for visitors without a purchase.',
      320,
    ],
    benefitsHeading: [
      'What’s included',
      'Benefits heading',
      'Above the list of what a membership includes.',
      60,
    ],
    nextHeading: [
      'What happens after checkout',
      'Next steps heading',
      'Above the list of what the member does or receives next.',
      60,
    ],
    homeLabel: ['Return to Homepage', toHome.title, toHome.description, 40],
  }),
  notFoundPage: defineArea('Page not found', 'What visitors see at a URL without a page.', {
    heading: ['Oops! Page not found', 'Heading', 'The large line at the top.', 90],
    text: ['This page may have moved, or the link may have a typo.', 'Text', 'Below the heading.', 320],
    homeLabel: ['Return to Home', toHome.title, toHome.description, 40],
  }),
  errorPage: defineArea(
    'Error page',
    'What visitors see when a page fails to load. Changes go live with the next deployment of the site.',
    {
      title: [
        'Something went wrong',
        'Title',
        'Shown in the browser tab. Changes go live with the next deployment of the site.',
        60,
      ],
      heading: ['We lost the signal for a moment', 'Heading', 'The large line at the top.', 90],
      text: [
        'This page didn’t load. Try again, or return home.',
        'Text',
        'What the visitor can do now.',
        320,
      ],
      retryLabel: ['Try again', 'Button to try again', 'Text on the button that reloads the page.', 40],
      homeLabel: ['Return to Home', toHome.title, toHome.description, 40],
    },
  ),
}
