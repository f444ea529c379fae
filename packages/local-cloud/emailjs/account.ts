/** The EmailJS account of the site's forms. Its ids are public in the real service, too. */
export const account = { publicKey: 'local_public_key', serviceId: 'service_local' }

/**
 * The account with which the site's server sends: it takes calls of programs, and only with its private key
 * (https://dashboard.emailjs.com/admin/account/security, settings of a whole account).
 */
export const serverAccount = { publicKey: 'local_server_key', serviceId: 'service_local_server' }

/** Means the account's first service, see https://www.emailjs.com/docs/rest-api/send/ */
export const DEFAULT_SERVICE = 'default_service'
