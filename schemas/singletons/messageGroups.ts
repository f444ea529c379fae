import type { FieldDefinition } from 'sanity'
import { accountMessages } from './accountMessages'
import { afterCheckoutMessages, checkoutMessages, subscriptionMessages } from './billingMessages'
import { createMessageField, message } from './message'
import { noticeMessages } from './noticeMessages'
import { purchaseMessages } from './purchaseMessages'

/** Texts that belong together. */
export type MessageGroup = { name: string; title: string; description: string; messages: FieldDefinition[] }

const long = createMessageField(200)

/** What links such as “Book a tour” fill in at the contact form. */
const topics: FieldDefinition[] = [
  message('topicLine', 'Line of the topic', 'Above the form, and at the head of the message that you get.', {
    placeholders: ['topic'],
  }),
  message('topicMembership', 'Topic: membership', 'The name of the topic.'),
  message('topicTour', 'Topic: studio tour', 'The name of the topic.'),
  message('topicSession', 'Topic: session', 'The name of the topic.'),
  message('topicRemove', 'Remove the topic', 'On the button beside the topic.'),
]

/** What is said, and offered, when a message could not be delivered. */
const failedDelivery: FieldDefinition[] = [
  long(
    'failureHeadless',
    'Reason: automated browser',
    'The mail service takes the browser for a program. Nothing was sent.',
  ),
  long('failureRefused', 'Reason: refused', 'The mail service refused the message. Nothing was sent.'),
  long('failureTooMany', 'Reason: too many messages', 'There was another message a moment ago.'),
  long('failureService', 'Reason: service down', 'The mail service has a fault of its own.'),
  long(
    'failureTimeout',
    'Reason: no answer yet',
    'It takes very long. The message may still arrive; trying again sends nothing twice.',
  ),
  long(
    'failureCaptcha',
    'Reason: no proof',
    'The check that tells people from programs could not be loaded. Nothing was sent.',
  ),
  long(
    'failureOutdated',
    'Reason: page outdated',
    'The site has been updated since the page was opened, and reloading it did not help. Nothing was sent.',
  ),
  long('failureOffline', 'Reason: offline', 'The visitor has no connection. Nothing was sent.'),
  long(
    'failureConnection',
    'Reason: connection lost',
    'The connection broke off. Whether the message arrived is not known.',
  ),
  long('failureOther', 'Reason: set up wrongly', 'The form itself has a fault. Nothing was sent.'),
  message('retry', 'Try again', 'On the button.'),
  message('retryIn', 'Try again: when', 'On the button, until that has a chance.', {
    placeholders: ['seconds'],
  }),
  message('copy', 'Copy the message', 'On the button that copies the message, to send it in another way.'),
  message('copied', 'Copied', 'On that button, once it is done.'),
  message('otherWays', 'Other ways', 'Above the e-mail address and telephone number.'),
]

/** Every word of the site that belongs to no page: labels, errors, toasts and status texts. */
export const messageGroups: MessageGroup[] = [
  {
    name: 'accessibility',
    title: 'Navigation and screen readers',
    description: 'Words on the menu, and words that screen readers say.',
    messages: [
      message('skipToContent', 'Skip link', 'The first link of every page, for people who use a keyboard.'),
      message('mainNavigation', 'Name of the navigation', 'Screen readers say it at the top navigation.'),
      message(
        'footerNavigation',
        'Name of the footer’s links',
        'Screen readers say it at the footer’s links.',
      ),
      message('openMenu', 'Open the menu', 'On the menu button of small screens.'),
      message('closeMenu', 'Close the menu', 'On the button that closes the menu.'),
      message('opensInNewTab', 'New tab', 'Screen readers say it after links that open in a new tab.'),
      message('largePictures', 'Large pictures', 'Screen readers say it at the box with the large pictures.'),
      message(
        'previousPicture',
        'Previous picture',
        'Screen readers say it at the arrow of a large picture.',
      ),
      message('nextPicture', 'Next picture', 'Screen readers say it at the other arrow.'),
      message('closePicture', 'Close a picture', 'Screen readers say it at the cross of a large picture.'),
      message(
        'closeMessage',
        'Close a message',
        'Screen readers say it at the cross of messages that pop up.',
      ),
      message(
        'announcement',
        'Name of the announcement',
        'Screen readers say it at the line on top of a page.',
      ),
      message('homeLink', 'Link to the home page', 'Screen readers say it at the site’s name.', {
        placeholders: ['siteName'],
      }),
    ],
  },
  {
    name: 'video',
    title: 'Video',
    description: 'Words around films.',
    messages: [
      message('play', 'Play button', 'Screen readers say it at the play button.', {
        placeholders: ['title'],
      }),
      message('player', 'Player', 'Screen readers say it at the player.', { placeholders: ['title'] }),
      long('unavailable', 'Film missing', 'Shown when a film cannot be played.'),
      long('failed', 'Film did not load', 'Shown below the play button when a film could not be loaded.'),
    ],
  },
  {
    name: 'legal',
    title: 'Legal pages',
    description: 'Words on terms and privacy.',
    messages: [
      message('lastUpdated', 'Last updated', 'Below the title of a legal page.', { placeholders: ['date'] }),
      message('contents', 'Contents', 'Above the headings of a long text, which can be jumped to.'),
    ],
  },
  {
    name: 'contactForm',
    title: 'Contact form',
    description: 'Labels, hints and answers of the contact form.',
    messages: [
      long('scriptNeeded', 'Without JavaScript', 'In place of the form, in browsers that run no scripts.'),
      message('nameLabel', 'Name', 'Label of the field.'),
      message('emailLabel', 'E-mail', 'Label of the field.'),
      message('phoneLabel', 'Telephone', 'Label of the field.'),
      message('optional', 'Optional', 'Behind the label of fields that may be empty.'),
      message('messageLabel', 'Message', 'Label of the field.'),
      message('messagePlaceholder', 'Hint in the message', 'In the empty message field.'),
      ...topics,
      message('submit', 'Send button', 'On the button.'),
      message('sending', 'Sending', 'On the button while the message is on its way.'),
      long('nameRequired', 'Name missing', 'Shown at the field.'),
      long('emailRequired', 'E-mail missing', 'Shown at the field.'),
      long('emailInvalid', 'E-mail not valid', 'Shown at the field. Say what an address looks like.'),
      long('messageRequired', 'Message missing', 'Shown at the field.'),
      message('tooLong', 'Too long', 'Shown at a field that holds more than can be sent.', {
        placeholders: ['max'],
      }),
      long(
        'captchaRequired',
        'Proof missing',
        'Shown when the visitor has not passed the check that tells people from programs. Only where one is set up.',
      ),
      message('successTitle', 'Sent: title', 'Shown when the message was sent.'),
      long('successText', 'Sent: text', 'Below that title.'),
      message('failureTitle', 'Not sent: title', 'Shown when the message could not be sent.'),
      long('failureText', 'Not sent: text', 'Below that title. Say what the visitor can do.'),
      ...failedDelivery,
    ],
  },
  {
    name: 'account',
    title: 'Accounts',
    description: 'What signing up, signing in and the account say.',
    messages: accountMessages,
  },
  {
    name: 'checkout',
    title: 'Checkout',
    description: 'What is said when a membership is started.',
    messages: [
      message('errorTitle', 'Failed: title', 'Shown when the checkout cannot start.'),
      long('errorText', 'Failed: text', 'Below that title.'),
      long('missingUrl', 'No address', 'Shown when the checkout gave no address to go to.'),
      message('alreadySubscribedTitle', 'Already a member: title', 'Shown to members who press the button.'),
      long('alreadySubscribedText', 'Already a member: text', 'Below that title.'),
      message('alreadySubscribedLink', 'Already a member: link', 'Below that text, to the account.'),
      message('redirectTitle', 'On the way: title', 'Shown while the checkout opens.'),
      long('redirectText', 'On the way: text', 'Below that title.'),
      ...checkoutMessages,
    ],
  },
  {
    name: 'subscription',
    title: 'Membership',
    description: 'What is said about managing a membership.',
    messages: [
      message('portalErrorTitle', 'Failed: title', 'Shown when the management page cannot open.'),
      long('portalErrorText', 'Failed: text', 'Below that title.'),
      message('refreshedTitle', 'Refreshed: title', 'Shown when the status was asked for again.'),
      long('refreshedText', 'Refreshed: text', 'Below that title.'),
      ...subscriptionMessages,
    ],
  },
  {
    name: 'afterCheckout',
    title: 'After the checkout',
    description: 'What the page after the checkout says about the payment.',
    messages: afterCheckoutMessages,
  },
  {
    name: 'notices',
    title: 'Notices to members',
    description:
      'E-mails about the price of a membership. The law says what they have to say: ask a lawyer before you shorten them.',
    messages: noticeMessages,
  },
  {
    name: 'purchases',
    title: 'Consent at the checkout, and e-mails after a purchase',
    description: 'The e-mails end as the notices to members do, with whom to ask.',
    messages: purchaseMessages,
  },
  {
    name: 'preview',
    title: 'Preview',
    description: 'Words for those who preview unpublished changes.',
    messages: [
      message('banner', 'Banner', 'At the edge of the page while an editor previews.'),
      message('sharedBanner', 'Banner of a shared preview', 'In its place for visitors of a shared link.'),
      message('exit', 'Leave', 'On the button that ends the preview.'),
    ],
  },
]
