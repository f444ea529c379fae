/** The EmailJS account of the site's forms. Its ids are public in the real service, too. */
export const account = { publicKey: 'local_public_key', serviceId: 'service_local' }

/** Means the account's first service, see https://www.emailjs.com/docs/rest-api/send/ */
export const DEFAULT_SERVICE = 'default_service'
