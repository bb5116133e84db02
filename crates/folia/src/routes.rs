//! Every URL of the service, with who may call it. The same table is served under `/api`.

use content::navlinks::api as navlinks;
use edge::Access::{Admin, Anyone};
use edge::Table;

use crate::app::App;
use crate::config::MetricsAccess;
use crate::{docs, health, metrics};

pub fn table(app: &App) -> Table {
    let links = || app.navlinks.clone();
    let metrics_readers = match app.metrics_access {
        MetricsAccess::Admin => Admin,
        MetricsAccess::Anyone => Anyone,
    };

    Table::default()
        .group("Navigation links")
        .get("/navlinks", Anyone, navlinks::list(links()))
        .post("/navlinks", Admin, navlinks::create(links()))
        .get("/navlinks/{id}", Anyone, navlinks::get(links()))
        .put("/navlinks/{id}", Admin, navlinks::update(links()))
        .delete("/navlinks/{id}", Admin, navlinks::delete(links()))
        .group("Service")
        .get("/health/live", Anyone, health::live())
        .get("/health/ready", Anyone, health::ready(app.store.clone()))
        .get("/metrics", metrics_readers, metrics::show(app.metrics.clone()))
        .get("/openapi.json", Anyone, docs::openapi(app.docs.clone()))
        .get("/docs", Anyone, docs::reference(app.docs.clone()))
}
