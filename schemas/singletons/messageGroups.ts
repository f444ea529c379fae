import type { FieldDefinition } from 'sanity'
import { accountMessages } from './accountMessages'
import { afterCheckoutMessages, checkoutMessages, subscriptionMessages } from './billingMessages'
import { createMessageField, message } from './message'
import { noticeMessages } from './noticeMessages'
import { purchaseMessages } from './purchaseMessages'

/** A group of messages, with a tab of its own. */
export type MessageGroup = { name: string; title: string; description: string; messages: FieldDefinition[] }

const longMessage = createMessageField(200)

/** Topics of the contact form, which links such as “Book a tour” select. */
const topicMessages: FieldDefinition[] = [
  message('topicLine', 'Topic line', 'Above the form, and at the top of the message that you receive.', {
    placeholders: ['topic'],
  }),
  message('topicMembership', 'Topic: membership', 'The name of the topic.'),
  message('topicTour', 'Topic: studio tour', 'The name of the topic.'),
  message('topicSession', 'Topic: session', 'The name of the topic.'),
  message('topicRemove', 'Remove the topic', 'On the button beside the topic.'),
]

/** Errors and actions for a visitor's message to the studio that could not be delivered. */
const failedDeliveryMessages: FieldDefinition[] = [
  longMessage(
    'failureHeadless',
    'Reason: automated browser',
    'The mail service flagged the browser as automated. Nothing was sent.',
  ),
  longMessage(
    'failureRefused',
    'Reason: rejected',
    'The mail service rejected the message. Nothing was sent.',
  ),
  longMessage('failureTooMany', 'Reason: too many messages', 'The visitor sent another message just before.'),
  longMessage('failureService', 'Reason: service down', 'The mail service has an outage.'),
  longMessage(
    'failureTimeout',
    'Reason: timeout',
    'Sending takes too long. The message may still arrive. A retry doesn’t send it twice.',
  ),
  longMessage(
    'failureCaptcha',
    'Reason: no CAPTCHA',
    'The check against bots couldn’t be loaded. Nothing was sent.',
  ),
  longMessage(
    'failureOutdated',
    'Reason: page outdated',
    'The site was updated after the page was opened, and a reload didn’t help. Nothing was sent.',
  ),
  longMessage('failureOffline', 'Reason: offline', 'The visitor has no connection. Nothing was sent.'),
  longMessage(
    'failureConnection',
    'Reason: connection lost',
    'The connection was lost. The message may have been sent.',
  ),
  longMessage('failureOther', 'Reason: configuration', 'The form isn’t set up correctly. Nothing was sent.'),
  message('retry', 'Try again', 'On the button.'),
  message('retryIn', 'Try again: countdown', 'On the button, until a retry is possible.', {
    placeholders: ['seconds'],
  }),
  message('copy', 'Copy the message', 'On the button that copies the message.'),
  message('copied', 'Copied', 'On that button, after the click.'),
  message('otherWays', 'Other contacts', 'Above the email and phone number.'),
]

/** The labels, errors, toasts, status texts and emails that are in no other document, in groups. */
export const messageGroups: MessageGroup[] = [
  {
    name: 'accessibility',
    title: 'Navigation and screen readers',
    description: 'Labels of the menu and for screen readers.',
    messages: [
      message('skipToContent', 'Skip link', 'The first link of every page, for keyboard users.'),
      message('mainNavigation', 'Name of the navigation', 'Screen readers say it at the top navigation.'),
      message(
        'footerNavigation',
        'Name of the footer’s links',
        'Screen readers say it at the footer’s links.',
      ),
      message('openMenu', 'Open the menu', 'On the menu button of small screens.'),
      message('closeMenu', 'Close the menu', 'On the button that closes the menu.'),
      message('opensInNewTab', 'New tab', 'Screen readers say it after links that open in a new tab.'),
      message(
        'largePictures',
        'Large pictures',
        'Screen readers say it at the dialog with the large pictures.',
      ),
      message(
        'previousPicture',
        'Previous picture',
        'Screen readers say it at the left arrow of a large picture.',
      ),
      message('nextPicture', 'Next picture', 'Screen readers say it at the right arrow.'),
      message(
        'closePicture',
        'Close a picture',
        'Screen readers say it at the close button of a large picture.',
      ),
      message('closeMessage', 'Close a message', 'Screen readers say it at the close button of toasts.'),
      message(
        'announcement',
        'Name of the announcement',
        'Screen readers say it at the announcement at the top of a page.',
      ),
      message('homeLink', 'Link to the home page', 'Screen readers say it at the site’s name.', {
        placeholders: ['siteName'],
      }),
    ],
  },
  {
    name: 'video',
    title: 'Video',
    description: 'Labels and errors of videos.',
    messages: [
      message('play', 'Play button', 'Screen readers say it at the play button.', {
        placeholders: ['title'],
      }),
      message('player', 'Player', 'Screen readers say it at the player.', { placeholders: ['title'] }),
      longMessage('unavailable', 'Video unavailable', 'Shown when a video can’t be played.'),
      longMessage(
        'failed',
        'Video not loaded',
        'Shown below the play button when a video couldn’t be loaded.',
      ),
    ],
  },
  {
    name: 'legal',
    title: 'Legal pages',
    description: 'Labels of terms and privacy.',
    messages: [
      message('lastUpdated', 'Last updated', 'Below the title of a legal page.', { placeholders: ['date'] }),
      message('contents', 'Contents', 'Above the table of contents of a long text.'),
    ],
  },
  {
    name: 'contactForm',
    title: 'Contact form',
    description: 'Labels, hints and errors of the contact form.',
    messages: [
      longMessage(
        'scriptNeeded',
        'Without JavaScript',
        'Shown instead of the form in browsers without JavaScript.',
      ),
      message('nameLabel', 'Name', 'Label of the field.'),
      message('emailLabel', 'Email', 'Label of the field.'),
      message('phoneLabel', 'Phone', 'Label of the field.'),
      message('optional', 'Optional', 'After the label of optional fields.'),
      message('messageLabel', 'Message', 'Label of the field.'),
      message('messagePlaceholder', 'Message placeholder', 'In the empty message field.'),
      ...topicMessages,
      message('submit', 'Send button', 'On the button.'),
      message('sending', 'Sending', 'On the button while the message is being sent.'),
      longMessage('nameRequired', 'Name missing', 'Shown at the field.'),
      longMessage('emailRequired', 'Email missing', 'Shown at the field.'),
      longMessage('emailInvalid', 'Email invalid', 'Shown at the field. Say what an email looks like.'),
      longMessage('messageRequired', 'Message missing', 'Shown at the field.'),
      message('tooLong', 'Too long', 'Shown at a field with too much text.', {
        placeholders: ['max'],
      }),
      longMessage(
        'captchaRequired',
        'CAPTCHA missing',
        'Shown when the visitor hasn’t passed the CAPTCHA. Only where one is set up.',
      ),
      message('successTitle', 'Sent: title', 'Shown when the message was sent.'),
      longMessage('successText', 'Sent: text', 'Below that title.'),
      message('failureTitle', 'Not sent: title', 'Shown when the message couldn’t be sent.'),
      longMessage('failureText', 'Not sent: text', 'Below that title. Say what the visitor can do.'),
      ...failedDeliveryMessages,
    ],
  },
  {
    name: 'account',
    title: 'Accounts',
    description: 'Labels and errors of sign-up, sign-in and the account.',
    messages: accountMessages,
  },
  {
    name: 'checkout',
    title: 'Checkout',
    description: 'Messages when a visitor starts a membership.',
    messages: [
      message('errorTitle', 'Failed: title', 'Shown when Checkout can’t start.'),
      longMessage('errorText', 'Failed: text', 'Below that title.'),
      longMessage('missingUrl', 'No URL', 'Shown when Checkout returned no URL.'),
      message('alreadySubscribedTitle', 'Already a member: title', 'Shown to members who click the button.'),
      longMessage('alreadySubscribedText', 'Already a member: text', 'Below that title.'),
      message('alreadySubscribedLink', 'Already a member: link', 'Below that text, to the account.'),
      message('redirectTitle', 'Opening: title', 'Shown while Checkout opens.'),
      longMessage('redirectText', 'Opening: text', 'Below that title.'),
      ...checkoutMessages,
    ],
  },
  {
    name: 'subscription',
    title: 'Membership',
    description: 'Messages about managing a membership.',
    messages: [
      message('portalErrorTitle', 'Failed: title', 'Shown when the management page can’t open.'),
      longMessage('portalErrorText', 'Failed: text', 'Below that title.'),
      message('refreshedTitle', 'Refreshed: title', 'Shown when the status was refreshed.'),
      longMessage('refreshedText', 'Refreshed: text', 'Below that title.'),
      ...subscriptionMessages,
    ],
  },
  {
    name: 'afterCheckout',
    title: 'After Checkout',
    description: 'Messages about the payment on the page after Checkout.',
    messages: afterCheckoutMessages,
  },
  {
    name: 'notices',
    title: 'Notices to members',
    description:
      'Emails about the price of a membership. Their content is required by law: ask a lawyer before you shorten them.',
    messages: noticeMessages,
  },
  {
    name: 'purchases',
    title: 'Consent at Checkout, and emails after a purchase',
    description: 'The emails end with the same contact as the notices to members.',
    messages: purchaseMessages,
  },
  {
    name: 'preview',
    title: 'Preview',
    description: 'Labels for previews of unpublished changes.',
    messages: [
      message('banner', 'Banner', 'At the edge of the page during a preview.'),
      message('sharedBanner', 'Banner of a shared preview', 'Shown instead to visitors of a shared link.'),
      message('exit', 'Exit', 'On the button that ends the preview.'),
    ],
  },
]
