//! A real balancer before one or several nodes.

use std::net::SocketAddr;

use testkit::Nginx;

/// nginx, which sends each request to the next node and keeps its connections to them, as docs/operations.md
/// has it.
pub(super) fn balance(nodes: &[SocketAddr]) -> Nginx {
    let nodes: String = nodes.iter().map(|node| format!("server {node}; ")).collect();
    Nginx::start(|address, _| {
        format!(
            "keepalive_requests 100000000;
            upstream folia {{ {nodes} keepalive 64; keepalive_requests 100000000; }}
            server {{
                listen {address};
                location / {{
                    proxy_pass http://folia;
                    proxy_http_version 1.1;
                    proxy_set_header Connection \"\";
                    proxy_set_header Host $http_host;
                    proxy_buffers 16 32k;
                    proxy_buffer_size 32k;
                }}
            }}"
        )
    })
}
