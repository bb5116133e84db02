// A real OpenID provider on loopback, for the tests: `node provider.js` picks a free port and
// prints its issuer as the first line. Who signs in is whom the login form is filled in as; the
// address decides what the provider says about them.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const key = (kid, alg, type, options) => ({
  ...generateKeyPairSync(type, options).privateKey.export({ format: "jwk" }),
  kid,
  alg,
  use: "sig",
});

const jwks = {
  keys: [
    key("rs", "RS256", "rsa", { modulusLength: 2048 }),
    key("ps", "PS256", "rsa", { modulusLength: 2048 }),
    key("es", "ES256", "ec", { namedCurve: "P-256" }),
    key("ed", "EdDSA", "ed25519"),
  ],
};

const claimsOf = (email) => ({
  email,
  email_verified: !email.startsWith("unverified"),
  name: `Somebody <${email}>`,
});

const site = (alg, method) => ({
  client_id: `folia-${alg}`,
  ...(method === "none" ? {} : { client_secret: "canary-client-secret" }),
  token_endpoint_auth_method: method,
  id_token_signed_response_alg: alg,
  grant_types: ["authorization_code"],
  response_types: ["code"],
  redirect_uris: ["http://127.0.0.1/auth/callback"],
});

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    jwks,
    clients: [
      site("RS256", "client_secret_basic"),
      site("PS256", "client_secret_post"),
      site("ES256", "client_secret_basic"),
      site("EdDSA", "none"),
      {
        client_id: "robot",
        client_secret: "canary-robot-secret",
        grant_types: ["client_credentials"],
        response_types: [],
        redirect_uris: [],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) }),
    pkce: { required: () => true },
    extraTokenClaims: () => claimsOf("robot@example.com"),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_, audience) => ({
          scope: "",
          audience,
          accessTokenFormat: "jwt",
          jwt: { sign: { alg: "ES256" } },
        }),
      },
    },
  });
  // The port of the site is not known beforehand.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/127\.0\.0\.1:\d+\/auth\/callback$/.test(uri);
  server.on("request", provider.callback());
  console.log(issuer);
});
